import { notifyOutcome } from '@/ui/attempt';
import { connectPaths, type Ends } from '@/workflow/commands/edges/connect-paths';
import type { BoundField } from '../fields/use-field';

/** Connects the task whose name was put into a field, in one step of the history with that. */
export async function connectNamedTask(field: Pick<BoundField, 'join'>, ends: Ends): Promise<void> {
  const refused = await field.join((document) => connectPaths(document, ends));
  notifyOutcome('connect', 'The tasks were not connected', refused);
}
