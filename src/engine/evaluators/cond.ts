import type { ResultRecord } from '@/workflow/expressions/environment';
import type { Attempt, ContextSource, Evaluate } from '../attempt';
import { readWhole } from '../capture/whole';
import { parseOutput } from '../handler/parse-output';
import { buildPartOutcome } from '../outcome';
import { isExpressionTrue } from '../tasks/holds';

/**
 * Runs the task of the first case whose test is true; otherwise `else`; otherwise nothing. The task gets the context
 * that the cond itself would get.
 */
export const evaluateCond: Evaluate<'cond'> = async (task, attempt) => {
  attempt.started();
  const { frame } = attempt;
  const previous = frame.previous(task);
  const names = {
    ...(await attempt.names(task.cases.map(({ test }) => test))),
    ...(await readWholePrevious(previous, attempt)),
  };
  const chosen =
    task.cases.find(({ test }, index) =>
      isExpressionTrue(test, names, (why) => attempt.warn(`The test of case ${index + 1} counts as false: ${why}`)),
    )?.task ?? task.else;
  if (chosen === undefined) return { content: '', notes: {}, skip: { status: 'skipped', reason: 'no_case' } };
  const context: ContextSource = (_part, _attempt, room) => frame.context(task, attempt, room);
  return buildPartOutcome(
    chosen,
    await attempt.part(chosen, { context, previous: () => previous, givenNames: frame.givenNames }),
  );
};

/** The whole of the previous result. */
async function readWholePrevious(previous: ResultRecord | undefined, { run }: Attempt) {
  if (previous?.whole === undefined) return { output: previous?.output ?? null, content: previous?.content ?? null };
  const { ref, fenced } = previous.whole;
  const content = await readWhole(ref, run);
  return { output: parseOutput(content, fenced ? {} : undefined), content };
}
