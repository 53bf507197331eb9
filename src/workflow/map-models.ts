import type { DocumentPath } from './diagnostic';
import type { WorkflowDocument } from './document';
import { mapField, mapMembers } from './map-same';
import type { Task } from './tasks';
import { mapParts } from './tasks/parts';

/** Maps a model name, given its path as a file has it. */
type MapModel = (model: string, path: DocumentPath) => string;

/**
 * The document with every model name in it passed through a function: in tasks at any depth, in agents, in settings.
 */
export function mapModels(document: WorkflowDocument, map: MapModel): WorkflowDocument {
  const main = mapField(document, 'defaultModel', (model) => map(model, ['default_model']));
  const fallbacks = mapField(main, 'fallbackModels', (models) => inList(models, map, []));
  const agents = mapField(fallbacks, 'agents', (all) =>
    mapMembers(all, (agent, name) => mapHolderModels(agent, map, ['agents', name])),
  );
  const compaction = mapField(agents, 'compaction', (settings) =>
    mapField(settings, 'agent', (agent) => mapHolderModels(agent, map, ['compaction', 'agent'])),
  );
  const library = mapField(compaction, 'library', (definitions) =>
    mapMembers(definitions, (definition, name) =>
      mapField(definition, 'task', (task) => inTask(task, map, ['library', name, 'task'])),
    ),
  );
  return mapField(library, 'tasks', (tasks) => mapMembers<Task>(tasks, (task, id) => inTask(task, map, ['tasks', id])));
}

function inTask(task: Task, map: MapModel, path: DocumentPath): Task {
  return mapParts(mapOwnModels(task, map, path), (part, position) => inTask(part, map, [...path, ...position.path]));
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
  return mapField(own, 'fallbackModels', (models) => inList(models, map, path)) as T;
}

/** The same array if nothing changes. */
function inList(models: string[], map: MapModel, path: DocumentPath): string[] {
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
    for (const { model, path } of task === undefined ? [] : modelsOf(task))
      tell(model, ['library', name, 'task', ...path]);
  }
  for (const [id, task] of Object.entries<Task>(document.tasks)) {
    for (const { model, path } of modelsOf(task)) tell(model, ['tasks', id, ...path]);
  }
}

function modelsOf(task: Task): readonly Named[] {
  const known = namedIn.get(task);
  if (known !== undefined) return known;
  const named: Named[] = [];
  const own: MapModel = (model, path) => {
    named.push({ model, path });
    return model;
  };
  mapParts(mapOwnModels(task, own, []), (part, position) => {
    for (const { model, path } of modelsOf(part)) named.push({ model, path: [...position.path, ...path] });
    return part;
  });
  namedIn.set(task, named);
  return named;
}
