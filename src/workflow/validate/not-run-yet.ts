import type { DocumentPath } from '../diagnostic';
import type { Settings, WorkflowDocument } from '../document';
import { isRunnable, type Task } from '../tasks';
import type { Agent, ContextSettings, Limits } from '../tasks/common';

/** A part of a document that is kept, but that a run leaves out. */
export interface NotRunYet {
  readonly path: DocumentPath;
  /** How it is called in a message, to stand before “is kept, but not run yet”. */
  readonly what: string;
  /** Whether a run without it would give another result: then the run is refused. */
  readonly needed: boolean;
}

/** Whether a value changes what a run gives; undefined if it asks for nothing that is not run. */
type Needed = (value: unknown) => boolean | undefined;
/** Fields that are not run yet: the key as a file has it, and whether it is needed. */
type Table<T> = { readonly [K in keyof T]?: readonly [key: string, needed: Needed] };

const always: Needed = () => true;
const never: Needed = () => false;
const neededIf =
  (asks: (value: unknown) => boolean): Needed =>
  (value) =>
    asks(value) || undefined;
const ifTrue = neededIf((value) => value === true);
const ifSet = neededIf((value) => value !== false && value !== null && value !== 0);
const ifFilled = neededIf((value) => typeof value === 'object' && value !== null && Object.keys(value).length > 0);

const taskTable: Table<Task> = {
  tools: ['tools', ifFilled],
  toolMode: ['tool_mode', never],
  contextManagement: ['context_management', ifFilled],
  clearMemory: ['clear_memory', ifTrue],
  rebuildMemory: ['rebuild_memory', ifTrue],
  loop: ['loop', always],
  voting: ['voting', always],
  bestOf: ['best_of', always],
  interactive: ['interactive', ifTrue],
  inputTimeoutMs: ['input_timeout_ms', never],
  reparse: ['reparse', always],
  disableReparsing: ['disable_reparsing', never],
  manualXml: ['manual_xml', never],
  checkpoint: ['checkpoint', never],
  breakpoint: ['breakpoint', never],
  pinned: ['pinned', ifSet],
};

const settingsTable: Table<Settings> = {
  tools: ['tools', ifFilled],
  compaction: ['compaction', never],
  checkpoint: ['checkpoint', never],
  retention: ['retention', never],
  hooks: ['hooks', (hooks) => JSON.stringify(hooks).includes('prune')],
  library: ['library', never],
  memory: ['memory', never],
};

const limitsTable: Table<Limits> = {
  maxStdoutBytes: ['max_stdout_bytes', always],
  maxStderrBytes: ['max_stderr_bytes', always],
  maxCombinedBytes: ['max_combined_bytes', always],
  truncationStrategy: ['truncation_strategy', always],
  maxContextBytes: ['max_context_bytes', always],
  maxContextTasks: ['max_context_tasks', always],
  externalStorageThreshold: ['external_storage_threshold', never],
  externalStorageDir: ['external_storage_dir', never],
  compressExternal: ['compress_external', never],
  maxStoredBytes: ['max_stored_bytes', always],
  cleanupStrategy: ['cleanup_strategy', always],
  maxTurns: ['max_turns', never],
  maxContextWindowFraction: ['max_context_window_fraction', always],
  warningThreshold: ['warning_threshold', never],
  maxTotalTokens: ['max_total_tokens', ifSet],
  maxTotalCostUsd: ['max_total_cost_usd', ifSet],
};

const contextTable: Table<ContextSettings> = {
  includeTasks: ['include_tasks', ifFilled],
  excludeTasks: ['exclude_tasks', ifFilled],
  minRelevance: ['min_relevance', always],
  maxBytes: ['max_bytes', always],
  maxTasks: ['max_tasks', always],
  timeWindowSecs: ['time_window_secs', always],
};

const agentTable: Table<Agent> = {
  tier: ['tier', never],
  tools: ['tools', ifFilled],
  contextTransfer: ['context_transfer', neededIf((value) => value !== 'minimal')],
  inheritTools: ['inherit_tools', never],
};

/**
 * Everything in a document that a run leaves out, with its place. Free text (`subtype`, `criteria`) and `x-` keys ask for
 * nothing and are not listed. Of a disabled task only its type is needed, as it is skipped.
 */
export function notRunYet(document: WorkflowDocument): readonly NotRunYet[] {
  const found = listed(document, settingsTable, []);
  found.push(...listed(document.limits, limitsTable, ['limits']), ...contextOf(document.context, ['context']));
  for (const [name, agent] of Object.entries(document.agents ?? {})) {
    found.push(...listed(agent, agentTable, ['agents', name]));
  }
  for (const [id, task] of Object.entries(document.tasks)) {
    const inTask = ofTask(task, ['tasks', id]);
    found.push(...(task.disabled ? inTask.map((one) => ({ ...one, needed: false })) : inTask));
    if (!isRunnable(task)) found.push({ path: ['tasks', id, 'type'], what: `The type “${task.type}”`, needed: true });
  }
  return found;
}

function ofTask(task: Task, path: DocumentPath): NotRunYet[] {
  const found = listed(task, taskTable, path);
  found.push(
    ...listed(task.limits, limitsTable, [...path, 'limits']),
    ...contextOf(task.context, [...path, 'context']),
  );
  if (typeof task.agent === 'object') found.push(...listed(task.agent, agentTable, [...path, 'agent']));
  for (const [name, input] of Object.entries(task.inputs ?? {})) {
    const keys = typeof input === 'object' && input !== null ? Object.keys(input) : [];
    if (keys.length !== 1 || keys[0] !== 'task') continue;
    found.push({ path: [...path, 'inputs', name, 'task'], what: 'A task as an input', needed: true });
  }
  return found;
}

function contextOf(context: ContextSettings | undefined, path: DocumentPath): NotRunYet[] {
  const found = listed(context, contextTable, path);
  if (context?.mode === 'manual') found.push({ path: [...path, 'mode'], what: 'The mode “manual”', needed: true });
  return found;
}

function listed<T extends object>(value: T | undefined, table: Table<T>, path: DocumentPath): NotRunYet[] {
  const found: NotRunYet[] = [];
  if (value === undefined) return found;
  for (const field of Object.keys(value) as (keyof T)[]) {
    const row = table[field];
    if (row === undefined) continue;
    const [key, isNeeded] = row;
    const needed = isNeeded(value[field]);
    if (needed !== undefined) found.push({ path: [...path, key], what: `“${key}”`, needed });
  }
  return found;
}
