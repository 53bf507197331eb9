import { snakeCase } from '@/base/snake-case';
import type { DocumentPath } from '../diagnostic';
import type { Settings, WorkflowDocument } from '../document';
import { partsOf } from '../place';
import type { Task } from '../tasks';
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
const ifSet = neededIf((value) => value !== false && value !== null && value !== 0);
const ifFilled = neededIf((value) => typeof value === 'object' && value !== null && Object.keys(value).length > 0);

const taskTable: Table<Task> = {
  checkpoint: never,
  breakpoint: never,
  pinned: ifSet,
};

const settingsTable: Table<Settings> = {
  compaction: never,
  checkpoint: never,
  retention: never,
  hooks: (hooks) => JSON.stringify(hooks).includes('Prune'),
};

const limitsTable: Table<Limits> = {
  maxStdoutBytes: always,
  maxStderrBytes: always,
  maxCombinedBytes: always,
  truncationStrategy: always,
  maxContextTasks: always,
  externalStorageThreshold: never,
  externalStorageDir: never,
  compressExternal: never,
  maxStoredBytes: always,
  cleanupStrategy: always,
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
  contextTransfer: neededIf((value) => value !== 'minimal'),
};

/**
 * Everything in a document that a run leaves out, with its place. Free text and `x-` keys ask for nothing and are not listed. Of
 * a disabled task nothing is needed, as it is skipped.
 */
export function notRunYet(document: WorkflowDocument): readonly NotRunYet[] {
  const found = listed(document, settingsTable, []);
  found.push(...listed(document.limits, limitsTable, ['limits']), ...contextOf(document.context, ['context']));
  for (const [name, agent] of Object.entries(document.agents ?? {})) {
    found.push(...listed(agent, agentTable, ['agents', name]));
  }
  for (const [id, task] of Object.entries(document.tasks)) found.push(...ofTask(task, ['tasks', id]));
  for (const [name, { task }] of Object.entries(document.library ?? {})) {
    if (task !== undefined) found.push(...ofTask(task, ['library', name, 'task']));
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
  for (const part of partsOf(task)) found.push(...ofTask(part.task, [...path, ...part.place.path]));
  return task.disabled ? found.map((one) => ({ ...one, needed: false })) : found;
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
