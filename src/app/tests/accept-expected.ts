import { performEdit } from '@/editor/actions/edit';
import type { AppStores } from '@/state/context';
import { changeExpectations } from '@/workflow/commands/change-expectations';
import type { Expectation } from '@/workflow/test-case-schema';

/** Writes what was seen into the test, as one step of the edit history. Resolves to whether it is there. */
export async function acceptExpected(
  stores: AppStores,
  testId: string,
  expected: ReadonlyMap<number, Expectation>,
): Promise<boolean> {
  const made = await performEdit(
    stores,
    (opened) => changeExpectations(opened, { id: testId, expected }),
    `Accept what ${testId} got`,
  );
  return made !== undefined;
}
