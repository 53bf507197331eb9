import type { TestMarks } from '@/state/test-marks';
import type { JudgedCase } from '@/worker/border/tests-api';
import { verdicts } from './shown-tests';

/** What judged cases say of the workflow, for the canvas and the code. */
export function buildTestMarks(judged: ReadonlyMap<string, JudgedCase>): TestMarks {
  const failedAt = new Map<string, number>();
  const byTest = new Map<string, JudgedCase[]>();
  for (const one of judged.values()) {
    if (one.failedAt !== undefined) failedAt.set(one.failedAt, (failedAt.get(one.failedAt) ?? 0) + 1);
    byTest.set(one.testId, [...(byTest.get(one.testId) ?? []), one]);
  }
  const said = [...byTest].map(([testId, cases]) => {
    const counts = verdicts.flatMap((verdict) => {
      const count = cases.filter((one) => one.verdict === verdict).length;
      return count === 0 ? [] : [cases.length === 1 ? verdict : `${count} ${verdict}`];
    });
    const isOpen = ({ verdict }: JudgedCase) => verdict === 'held' || verdict === 'not run';
    const isPassed = cases.every(({ isThrough }) => isThrough);
    const tone = isPassed ? 'passed' : cases.every((one) => one.isThrough || isOpen(one)) ? 'open' : 'failed';
    return [testId, { tone, said: counts.join(', ') }] as const;
  });
  return { failedAt, verdicts: new Map(said) };
}
