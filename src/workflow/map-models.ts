import type { DocumentPath } from './diagnostic';
import type { WorkflowDocument } from './document';
import { mapField, mapMembers } from './map-same';
import type { TaskId } from './names';
import { compareTaskRecords, listIds, type TaskRecord } from './task-record';
import type { Task } from './tasks';
import { mapParts } from './tasks/parts';

/** Maps a model name, given its path as a file has it. */
type MapModel = (model: string, path: DocumentPath) => string;

/**
 * The document with every model name in it passed through a function: in tasks at any depth, in agents, in settings.
 */
export function mapModels(document: WorkflowDocument, map: MapModel): WorkflowDocument {
  const main = mapField(document, 'defaultModel', (model) => map(model, ['default_model']));
  const fallbacks = mapField(main, 'fallbackModels', (models) => mapModelsInList(models, map, []));
  const agents = mapField(fallbacks, 'agents', (all) =>
    mapMembers(all, (agent, name) => mapHolderModels(agent, map, ['agents', name])),
  );
  const compaction = mapField(agents, 'compaction', (settings) =>
    mapField(settings, 'agent', (agent) => mapHolderModels(agent, map, ['compaction', 'agent'])),
  );
  const library = mapField(compaction, 'library', (definitions) =>
    mapMembers(definitions, (definition, name) =>
      mapField(definition, 'task', (task) => mapModelsInTask(task, map, ['library', name, 'task'])),
    ),
  );
  return mapField(library, 'tasks', (tasks) =>
    mapMembers<Task>(tasks, (task, id) => mapModelsInTask(task, map, ['tasks', id])),
  );
}

function mapModelsInTask(task: Task, map: MapModel, path: DocumentPath): Task {
  return mapParts(mapOwnModels(task, map, path), (part, position) =>
    mapModelsInTask(part, map, [...path, ...position.path]),
  );
}

/** Does the same for the task's own fields only. */
export function mapOwnModels(task: Task, map: MapModel, path: DocumentPath): Task {
  return mapField(mapHolderModels(task, map, path), 'agent', (own): Task['agent'] =>
    typeof own === 'string' ? own : mapHolderModels(own, map, [...path, 'agent']),
  );
}

/** Something with a model, and perhaps models to fall back to. */
interface Holder {
  model?: string | undefined;
  fallbackModels?: string[] | undefined;
}

/** Does the same for an agent, or for anything else with models. */
export function mapHolderModels<T extends Holder>(holder: T, map: MapModel, path: DocumentPath): T {
  const own = mapField(holder as Holder, 'model', (model) => map(model, [...path, 'model']));
  return mapField(own, 'fallbackModels', (models) => mapModelsInList(models, map, path)) as T;
}

/** The same array if nothing changes. */
function mapModelsInList(models: string[], map: MapModel, path: DocumentPath): string[] {
  const mapped = models.map((model, index) => map(model, [...path, 'fallback_models', index]));
  return mapped.every((model, index) => model === models[index]) ? models : mapped;
}

/** A model name in a task or in the tasks within it. */
interface Named {
  readonly model: string;
  /** From the task. */
  readonly path: DocumentPath;
}

const namedIn = new WeakMap<Task, readonly Named[]>();

/**
 * Calls a function for every model name in a document. Each task object is searched once, as most tasks do not change.
 */
export function forEachModel(document: WorkflowDocument, tell: (model: string, path: DocumentPath) => void): void {
  const { library, ...rest } = document;
  mapModels({ ...rest, tasks: {} }, (model, path) => {
    tell(model, path);
    return model;
  });
  for (const [name, { task }] of Object.entries(library ?? {})) {
    for (const { model, path } of task === undefined ? [] : listOwnModels(task))
      tell(model, ['library', name, 'task', ...path]);
  }
  for (const id of listIds(document.tasks)) {
    for (const { model, path } of listOwnModels(document.tasks[id] as Task)) tell(model, ['tasks', id, ...path]);
  }
}

/** The model names in tasks, and perhaps some that were in the record before. */
interface SeenNames {
  readonly tasks: TaskRecord;
  readonly names: Set<string>;
}

const seenByIds = new WeakMap<readonly TaskId[], SeenNames>();
/** Names that are listed before they are listed anew: while a person types a name, each key adds one. */
const mostNames = 200;

/**
 * Whether something holds for a model name in tasks at any depth. Of a record that follows another one, only the tasks
 * that differ are searched. May also be true for a name that was there before.
 */
export function hasModelName(tasks: TaskRecord, matches: (model: string) => boolean): boolean {
  const ids = listIds(tasks);
  const last = seenByIds.get(ids);
  const isKnown = last !== undefined && last.names.size < mostNames;
  const names = isKnown ? last.names : new Set<string>();
  for (const id of isKnown ? compareTaskRecords(last.tasks, tasks).ids : ids)
    for (const { model } of listOwnModels(tasks[id] as Task)) names.add(model);
  seenByIds.set(ids, { tasks, names });
  return [...names].some(matches);
}

function listOwnModels(task: Task): readonly Named[] {
  const known = namedIn.get(task);
  if (known !== undefined) return known;
  const named: Named[] = [];
  const noteModel: MapModel = (model, path) => {
    named.push({ model, path });
    return model;
  };
  mapParts(mapOwnModels(task, noteModel, []), (part, position) => {
    for (const { model, path } of listOwnModels(part)) named.push({ model, path: [...position.path, ...path] });
    return part;
  });
  namedIn.set(task, named);
  return named;
}
