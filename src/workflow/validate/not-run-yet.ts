import { snakeCase } from '@/base/snake-case';
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
/** Fields that are not run yet. */
type Table<T> = { readonly [K in keyof T]?: Needed };

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
  tools: ifFilled,
  toolMode: never,
  contextManagement: ifFilled,
  clearMemory: ifTrue,
  rebuildMemory: ifTrue,
  loop: always,
  voting: always,
  bestOf: always,
  interactive: ifTrue,
  inputTimeoutMs: never,
  reparse: always,
  disableReparsing: never,
  manualXml: never,
  continuationPolicy: never,
  outputSlot: never,
  inputSource: never,
  validationRules: never,
  checkpoint: never,
  breakpoint: never,
  pinned: ifSet,
};

const settingsTable: Table<Settings> = {
  tools: ifFilled,
  compaction: never,
  checkpoint: never,
  retention: never,
  hooks: (hooks) => JSON.stringify(hooks).includes('Prune'),
  library: never,
  memory: never,
};

const limitsTable: Table<Limits> = {
  maxStdoutBytes: always,
  maxStderrBytes: always,
  maxCombinedBytes: always,
  truncationStrategy: always,
  maxContextBytes: always,
  maxContextTasks: always,
  externalStorageThreshold: never,
  externalStorageDir: never,
  compressExternal: never,
  maxStoredBytes: always,
  cleanupStrategy: always,
  maxTurns: never,
  maxContextWindowFraction: always,
  warningThreshold: never,
  maxTotalTokens: ifSet,
  maxTotalCostUsd: ifSet,
};

const contextTable: Table<ContextSettings> = {
  includeTasks: ifFilled,
  excludeTasks: ifFilled,
  minRelevance: always,
  maxBytes: always,
  maxTasks: always,
  timeWindowSecs: always,
};

const agentTable: Table<Agent> = {
  tier: never,
  tools: ifFilled,
  contextTransfer: neededIf((value) => value !== 'minimal'),
  inheritTools: never,
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
    const needed = table[field]?.(value[field]);
    if (needed === undefined) continue;
    const key = snakeCase(String(field));
    found.push({ path: [...path, key], what: `“${key}”`, needed });
  }
  return found;
}
