import type { PlannedTask } from '../plan';
import { listMakerTools } from '../tools/maker-tools';

/** Says in words what is not counted: what makers charge for their tools besides the tokens. */
export function describeUnpricedTools(task: PlannedTask): string | undefined {
  const names = task.type === 'atomic' ? listMakerTools(task.tools).map(({ name }) => name) : [];
  return names.length === 0
    ? undefined
    : `nothing for what the provider charges for ${names.join(', ')} beside the tokens`;
}
