import { formatAgo, formatCostAfter, formatCount } from '@/base/figures';
import type { TestVerdict } from '@/cases/case-verdict';
import type { JudgedCase, LastVerdict } from '@/worker/border/tests-api';
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
  /** What it said the last time it was run here; undefined: it was not, or that is not kept. */
  readonly last: LastVerdict | undefined;
}

/** The verdict that a case is shown with: until it is judged that of the last time. */
export const getShownVerdict = ({ found, last }: Pick<ShownCase, 'found' | 'last'>): TestVerdict =>
  found?.verdict ?? last?.verdict ?? 'not run';

/** When a case was run here last, and what it said. */
export const describeWhen = ({ verdict, at }: LastVerdict): string =>
  `${verdict}, ${formatAgo(new Date(at).toISOString())}`;

/** The same, with what was asked and what that cost. */
export function describeLast(last: LastVerdict): string {
  const { asked, costUsd } = last;
  const cost = costUsd === null ? 'price not known' : `its run cost ${formatCostAfter('≈', costUsd)}`;
  const how = asked === 0 ? 'answered by what is kept' : `${formatCount(asked, 'call')} asked, ${cost}`;
  return `Last run here: ${describeWhen(last)}, ${how}`;
}

/** A test: with the cases of its rows, or alone. */
export interface ShownTest {
  readonly testId: string;
  readonly hasRows: boolean;
  readonly cases: readonly ShownCase[];
  /** How many cases have each verdict, without those that have none. */
  readonly counts: readonly (readonly [verdict: TestVerdict, count: number])[];
}

/** What is known of cases. */
interface JudgedTests {
  readonly judged: ReadonlyMap<string, JudgedCase>;
  readonly last: ReadonlyMap<string, LastVerdict>;
  readonly activity: string;
}

/** The tests with the cases that a search and a choice of a verdict leave, those that did not pass first. */
export function listShownTests(
  tests: Readonly<Record<string, TestCase>>,
  { judged, last, activity }: JudgedTests,
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
    // Rows are known once they are judged. Until then those of the last time stand for them.
    const awaited =
      hasRows && activity === 'judging'
        ? [...last.keys()].filter((id) => id.startsWith(`${testId}/`) && !judged.has(id))
        : [];
    const ids = [...found.map(({ id }) => id), ...awaited];
    const all = (ids.length === 0 ? [testId] : ids).map(
      (id): ShownCase => ({
        ...{ id, name: hasRows && id !== testId ? id.slice(testId.length + 1) : id },
        ...{ found: judged.get(id), last: last.get(id) },
      }),
    );
    const cases = all
      .filter(
        (one) =>
          `${one.id} ${one.found?.label ?? ''} ${one.found?.tags.join(' ') ?? ''}`.toLowerCase().includes(words) &&
          (verdict === 'all' || getShownVerdict(one) === verdict),
      )
      .toSorted((a, b) => Number(getShownVerdict(a) === 'passed') - Number(getShownVerdict(b) === 'passed'));
    const counts = verdicts.flatMap((one) => {
      const count = cases.filter((shown) => (shown.found ?? shown.last)?.verdict === one).length;
      return count === 0 ? [] : [[one, count] as const];
    });
    return cases.length === 0 ? [] : [{ testId, hasRows, cases, counts }];
  });
}
