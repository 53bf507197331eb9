import { awaitNextTask } from '@/ui/next-task';
import { editsPart } from './with-edits';

/** What was done by key before the code of edits was there. */
const held: (() => void)[] = [];

/** Whether what is done by key now has to wait. */
export const isHolding = (): boolean => held.length > 0 || editsPart.peek() === undefined;

/** Whether something done by key waits. */
export const isHeld = (): boolean => held.length > 0;

/**
 * Performs what was done by key; before the code of edits is there, all of it waits for that, and then happens in the
 * order in which it was done. If the code cannot be fetched, the action that needs it tells so.
 */
export function performInOrder(perform: () => void): void {
  if (!isHolding()) {
    perform();
    return;
  }
  held.push(perform);
  if (held.length === 1) void performHeld();
}

async function performHeld(): Promise<void> {
  await editsPart.load().catch(() => undefined);
  for (const perform of held) {
    perform();
    // The next finds what this one did.
    await awaitNextTask();
  }
  held.length = 0;
}
