import type { Plan } from '@/plan/plan';
import type { OpenSample } from '../open-case';
import type { PreparedCase } from '../prepare-case';
import { buildJudgePlan } from './judge-plan';
import { buildJudgePrompt } from './judge-prompt';
import { countVotes, listJudged } from './judge-sample';

/**
 * What judges are asked, after what the runs with what is kept tell: `Judge: 3 kept, 2 asked, up to 4 more`, in calls.
 * The others are of runs that are asked themselves, and answers that are sent back once; no call is made beyond these.
 * Empty: no judge is called.
 */
export function describeJudging(open: readonly OpenSample[], isOffline: boolean): string {
  let [kept, asked, more] = [0, 0, 0];
  for (const [{ prepared, samples }, number] of open) {
    const { judge, mayAsk = false } = samples[number - 1] ?? {};
    kept += judge?.kept ?? 0;
    asked += judge?.missing ?? 0;
    more += judge?.missing ?? 0;
    if (mayAsk && judge === undefined && prepared !== undefined) more += 2 * countCalls(prepared);
  }
  if (kept + asked + more === 0) return '';
  if (isOffline) return `Judge: ${kept} kept${asked === 0 ? '' : `, ${asked} not asked`}`;
  return `Judge: ${kept} kept, ${asked} asked${more === 0 ? '' : `, up to ${more} more`}`;
}

/** The calls of a judge for one repeat; a simulated model is not called. */
function countCalls({ found: { test } }: PreparedCase): number {
  const asking = listJudged(test).filter(
    (one) => !(one.judge?.model ?? test.judge?.model ?? 'sim:').startsWith('sim:'),
  );
  return asking.reduce((sum, one) => sum + countVotes(test, one), 0);
}

/** The plan of the judge of a run that is asked itself, without the result; undefined: nothing is judged. */
export function foreseeJudgePlan({ found: { test }, plan, variables }: PreparedCase): Plan | undefined {
  const questions = listJudged(test).flatMap((one) => {
    const model = one.judge?.model ?? test.judge?.model;
    if (model === undefined) return [];
    const ends = [{ content: '', status: 'COMPLETE' as const, code: undefined }];
    const prompt = buildJudgePrompt(one, { given: variables, ends, steps: [] }, 1);
    return [{ model, prompts: Array.from({ length: countVotes(test, one) }, () => prompt) }];
  });
  const judging = questions.length === 0 ? undefined : buildJudgePlan(questions, plan.providers ?? []);
  return judging?.ok ? judging.value : undefined;
}
