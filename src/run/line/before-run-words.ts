import { formatCost, formatCount, formatTokens } from '@/base/figures';
import { type RunLineFacts, type RunSentence, tooSmallWords } from './run-line';

/** What is to be said before a run. */
export function describeBefore({
  taskCount,
  problems,
  outlook,
}: Pick<RunLineFacts, 'taskCount' | 'problems' | 'outlook'>): RunSentence {
  const [first, ...others] = problems;
  if (first !== undefined) {
    const more = others.length === 0 ? first : `${first.replace(/\.$/, '')}, and ${others.length} more.`;
    return {
      state: 'problems',
      lead: others.length === 0 ? '1 problem stops a run.' : `${problems.length} problems stop a run.`,
      text: more,
      main: { kind: 'show-problems', label: 'Show' },
    };
  }
  const tasks = formatCount(taskCount, 'task');
  if (outlook === undefined) return { state: 'never', lead: 'Not run yet.', text: `${tasks}.` };
  const { calls, costUsd, isSimulated, missingKey, tooSmall } = outlook;
  if (tooSmall !== undefined) {
    const { resource, limit, first: call, enough } = tooSmall;
    const format = resource === 'cost' ? formatCost : formatTokens;
    const uses = resource === 'cost' ? 'cost' : 'take';
    return {
      state: 'budget',
      lead: tooSmallWords,
      text: `${call.label} may ${uses} up to ${format(call.needed)}; the budget is ${format(limit)}.`,
      main: { kind: 'set-budget', resource, to: enough, label: `Set the budget to ${format(enough)}` },
    };
  }
  if (missingKey !== undefined) {
    const { tasks: needing, label, id } = missingKey;
    return {
      state: 'key',
      lead: `No key for ${label}.`,
      text:
        needing === 0 ? 'This workflow needs it.' : `${needing} of ${tasks} ${needing === 1 ? 'needs' : 'need'} it.`,
      main: { kind: 'add-key', provider: id, label: 'Add the key' },
    };
  }
  const bound = calls.high === undefined ? 'at least' : 'at most';
  const made = `${bound} ${formatCount(calls.high ?? calls.low, 'call')}${isSimulated ? ' of a simulated model' : ''}`;
  const cost = costUsd === undefined ? 'cost not known' : formatCost(costUsd.high);
  return {
    state: 'never',
    lead: 'Not run yet.',
    text: calls.high === 0 && costUsd ? `${tasks}, no calls.` : `${tasks}, ${made}, ${cost}.`,
  };
}
