import type { ModelFacts } from '../model-facts';
import type { PlannedTask } from '../plan';
import { makerToolsOf } from '../tools/maker-tools';
import { untakenTool } from '../tools/untaken-tool';

/** Tools of makers that a task is listed and its model does not have, by the name that the document gives them. */
export function refusedTools(
  task: PlannedTask,
  facts: ModelFacts,
): readonly { readonly tool: string; readonly problem: string }[] {
  if (task.type !== 'atomic') return [];
  const besideOthers = task.tools.some(({ tool }) => tool.type === undefined);
  return task.tools.flatMap((planned) =>
    makerToolsOf([planned]).flatMap(({ name }) => {
      const problem = untakenTool(name, task.model, facts, besideOthers);
      return problem === undefined ? [] : [{ tool: planned.name, problem }];
    }),
  );
}

/** What is not counted, in words: what makers take for their tools beside the tokens. */
export function unpricedTools(task: PlannedTask): string | undefined {
  const names = task.type === 'atomic' ? makerToolsOf(task.tools).map(({ name }) => name) : [];
  return names.length === 0 ? undefined : `nothing for what the maker takes for ${names.join(', ')} beside the tokens`;
}
