/** The tools that come with Heddle (language page, sections 5.7 and 8). */
export const builtinToolNames = [
  'ask_user',
  'note',
  'request_evaluation',
  'list_files',
  'read_file',
  'write_file',
  'edit_file',
  'delete_file',
  'run_script',
  'attach_file',
  'detach_file',
  'remember',
  'recall',
  'spawn_task',
  'run_pipeline',
] as const;

/** Those of them that a task can perform without a model, as they need no conversation. */
export const standaloneToolNames: readonly string[] = [
  'list_files',
  'read_file',
  'write_file',
  'edit_file',
  'delete_file',
  'run_script',
  'remember',
  'recall',
] satisfies readonly (typeof builtinToolNames)[number][];

/** The definitions that come with Heddle. */
export const builtinDefinitions = [
  'pipeline_worker',
  'pipeline_orchestrator',
  'summarizer',
  'matcher',
  'decomposer',
  'evaluator',
] as const;

/** The name of a definition that comes with Heddle. */
export type BuiltinDefinitionName = (typeof builtinDefinitions)[number];

/** Whether a tool comes with Heddle. */
export function isBuiltinTool(name: string): boolean {
  return builtinToolNames.some((tool) => tool === name);
}

/** Whether a definition comes with Heddle. */
export function isBuiltinDefinition(name: string): name is BuiltinDefinitionName {
  return builtinDefinitions.some((definition) => definition === name);
}

/** How much a model may start by itself (language page, section 5.7). */
export type Tier = 'worker' | 'light' | 'orchestrator';

const startable: Readonly<Record<Tier, readonly string[]>> = {
  worker: [],
  light: ['spawn_task'],
  orchestrator: ['spawn_task', 'run_pipeline'],
};

/** Whether an agent of this tier (default: worker) may use a built-in tool. */
export function mayUse(tier: Tier | undefined, tool: string): boolean {
  return !startable.orchestrator.includes(tool) || startable[tier ?? 'worker'].includes(tool);
}
