import { formatCost, formatTokens } from '@/base/figures';
import { cleanShownText } from '@/base/shown-text';
import { getNearestTaskPath } from '../journal-path';
import type { OpenQuestion, RunState } from '../run-state';
import type { RunLineFacts, RunSentence } from './run-line';
import { formatRanTask } from './task-sums';

/** How a run waits for room in the storage. */
const roomWait: RunSentence = {
  state: 'waits',
  lead: 'Waits for you.',
  text: 'The run waits for room. The storage of this browser is full; it resumes by itself once there is some.',
  main: { kind: 'make-room', label: 'Clean up' },
};

/** What a run waits for, as the parts of its line; undefined: it does not wait. `kept`: what is done, as a sentence. */
export function describeWait(
  { run, isOutOfRoom, getLabel }: Pick<RunLineFacts, 'isOutOfRoom' | 'getLabel'> & { readonly run: RunState },
  kept: string,
): RunSentence | undefined {
  const wait = run.waits.at(-1);
  if (wait?.reason === 'person') {
    return { state: 'paused', lead: 'Paused.', text: kept, main: { kind: 'resume', label: 'Resume' } };
  }
  const [question, ...others] = run.questions.values();
  if (question !== undefined) {
    const more = others.length === 0 ? '' : ` ${others.length} more ${others.length === 1 ? 'waits' : 'wait'}.`;
    return {
      state: 'waits',
      lead: 'Waits for you.',
      text: `${describeAsked(run, question)}${more}`,
      main: { kind: 'answer', label: others.length === 0 ? 'Go to the question' : 'Go to the questions' },
    };
  }
  if (isOutOfRoom) return roomWait;
  const words = { state: 'waits', lead: 'Waits for you.' } as const;
  switch (wait?.reason) {
    case 'key':
      return {
        ...words,
        text: `The run waits for the key of ${wait.provider === undefined ? 'a provider' : getLabel(wait.provider)}. ${kept}`,
        main: { kind: 'add-key', provider: wait.provider, label: 'Enter the key' },
      };
    case 'sign_in':
      return {
        ...words,
        text: `The run waits for you to sign in at ${wait.server ?? 'a server'}. ${kept}`,
        main: { kind: 'sign-in', label: 'Sign in' },
      };
    case 'storage':
      return roomWait;
    case 'budget':
      return { ...words, text: 'A budget is reached.', main: { kind: 'answer', label: 'Go to the question' } };
    default:
      return undefined;
  }
}

function describeAsked(run: RunState, question: OpenQuestion): string {
  const task = formatRanTask(run, getNearestTaskPath(question.path));
  if (question.kind === 'breakpoint') return `The run pauses at the breakpoint of ${task}.`;
  if (question.budget !== undefined) {
    const { resource, limit } = question.budget;
    return `The budget of ${resource === 'cost' ? formatCost(limit) : formatTokens(limit)} is reached, at ${task}.`;
  }
  if (question.kind === 'price') return `${task} asks what ${question.model ?? 'its model'} costs.`;
  if (question.call !== undefined) return `${task} asks whether it may call ${question.call.tool}.`;
  const said = cleanShownText(question.text.text).replace(/\s+/g, ' ').trim();
  return said === '' ? `${task} asks you.` : `${task} asks: ${said}`;
}
