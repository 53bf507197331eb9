import type { TestVerdict } from '@/cases/case-verdict';
import type { JudgedCase } from '@/worker/border/tests-api';
import type { TestCase } from '@/workflow/test-case-schema';

/** The verdicts that a case can have once it was judged, the worst last. */
export const verdicts = ['passed', 'failed', 'flaky', 'held', 'error', 'not run'] as const;

/** A row of the list: a case, or a test that was not judged yet. */
export interface ShownCase {
  /** `refund`; of a row `mails/117`. */
  readonly id: string;
  /** Its name in its group: `refund`, `117`. */
  readonly name: string;
  /** Undefined: not judged. */
  readonly found: JudgedCase | undefined;
}

/** A test: with the cases of its rows, or alone. */
export interface ShownTest {
  readonly testId: string;
  readonly hasRows: boolean;
  readonly cases: readonly ShownCase[];
  /** How many cases have each verdict, without those that have none. */
  readonly counts: readonly (readonly [verdict: TestVerdict, count: number])[];
}

/** The tests with the cases that a search and a choice of a verdict leave, those that did not pass first. */
export function listShownTests(
  tests: Readonly<Record<string, TestCase>>,
  { judged }: { readonly judged: ReadonlyMap<string, JudgedCase> },
  { search, verdict }: { readonly search: string; readonly verdict: string },
): readonly ShownTest[] {
  const byTest = new Map<string, JudgedCase[]>();
  for (const one of judged.values()) {
    const known = byTest.get(one.testId);
    if (known === undefined) byTest.set(one.testId, [one]);
    else known.push(one);
  }
  const words = search.trim().toLowerCase();
  return Object.entries(tests).flatMap(([testId, { rows }]) => {
    const hasRows = rows !== undefined;
    const found = byTest.get(testId) ?? [];
    const all: readonly ShownCase[] =
      found.length === 0
        ? [{ id: testId, name: testId, found: undefined }]
        : found.map((one) => ({ id: one.id, name: hasRows ? one.id.slice(testId.length + 1) : one.id, found: one }));
    const cases = all
      .filter(
        (one) =>
          `${one.id} ${one.found?.label ?? ''} ${one.found?.tags.join(' ') ?? ''}`.toLowerCase().includes(words) &&
          (verdict === 'all' || (one.found?.verdict ?? 'not run') === verdict),
      )
      .toSorted((a, b) => Number(a.found?.verdict === 'passed') - Number(b.found?.verdict === 'passed'));
    const counts = verdicts.flatMap((one) => {
      const count = cases.filter((shown) => shown.found?.verdict === one).length;
      return count === 0 ? [] : [[one, count] as const];
    });
    return cases.length === 0 ? [] : [{ testId, hasRows, cases, counts }];
  });
}
