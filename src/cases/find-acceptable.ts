import type { WorkflowDocument } from '@/workflow/document';
import type { Expectation } from '@/workflow/test-case-schema';
import { getOwnTests } from '@/workflow/test-files';
import type { EvaluatedExpectation } from './evaluated-item';
import { parseJsonContent } from './run-evidence';

/** What a task gave; `last`: in its last iteration, if that is another. */
export interface SeenTask {
  readonly taskPath: string;
  readonly now: string;
  readonly last?: string;
  /** Whether what it gave is longer than these. */
  readonly isShortened?: true;
}

/**
 * The expectations of a test that do not hold, by their places in it, as they would hold: of those that say what a
 * result or a bound is. What the defaults or a row expect is not changed, because other cases share it.
 */
export function findAcceptable(
  document: WorkflowDocument,
  { testId, results }: { readonly testId: string; readonly results: readonly EvaluatedExpectation[] },
  tasks: readonly SeenTask[],
): ReadonlyMap<number, Expectation> {
  const test = getOwnTests(document)[testId];
  const found = new Map<number, Expectation>();
  if (test === undefined || test.rows !== undefined) return found;
  const shared = document.testDefaults?.expect?.length ?? 0;
  for (const [at, { expectation, state, saw }] of results.entries()) {
    const index = at - shared;
    if (state !== 'failed' || index < 0 || index >= (test.expect?.length ?? 0)) continue;
    const accepted = acceptSeen(expectation, saw, tasks);
    if (accepted !== undefined) found.set(index, accepted);
  }
  return found;
}

/** An expectation with what was seen in place of what was expected; undefined: only a person can change it. */
function acceptSeen(expectation: Expectation, saw: string, tasks: readonly SeenTask[]): Expectation | undefined {
  const { type, task } = expectation;
  if (type === 'cost' || type === 'tokens' || type === 'latency') {
    const seen = Number.parseFloat(saw);
    return Number.isFinite(seen) ? { ...expectation, threshold: seen } : undefined;
  }
  if (type !== 'equals' || task?.includes('@')) return undefined;
  const ended = task === undefined ? undefined : tasks.find(({ taskPath }) => taskPath === task);
  // The result of the run is one of its tasks, and was seen whole unless it was shortened.
  const isSeen = (text: string) => text === saw || (saw.endsWith('…') && text.startsWith(saw.slice(0, -1)));
  const seen = ended ?? tasks.find(({ now, last = now }) => isSeen(last));
  return seen === undefined || seen.isShortened === true
    ? undefined
    : { ...expectation, value: parseJsonContent(seen.last ?? seen.now) };
}
