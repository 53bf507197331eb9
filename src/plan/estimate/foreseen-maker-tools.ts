import type { PlannedTask } from '../plan';
import { makerToolsOf } from '../tools/maker-tools';

/** What is not counted, in words: what makers take for their tools beside the tokens. */
export function unpricedTools(task: PlannedTask): string | undefined {
  const names = task.type === 'atomic' ? makerToolsOf(task.tools).map(({ name }) => name) : [];
  return names.length === 0 ? undefined : `nothing for what the maker takes for ${names.join(', ')} beside the tokens`;
}
