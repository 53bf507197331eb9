import type { DocumentPath } from './diagnostic';
import type { WorkflowDocument } from './document';
import { mapField, mapMembers } from './map-same';
import type { Task } from './tasks';
import { mapParts } from './tasks/parts';

/** What is done to a model where it is written, with its path as a file has it. */
type MapModel = (model: string, path: DocumentPath) => string;

/** The document with every name of a model in it passed through a function: of tasks at any depth, of agents, of settings. */
export function mapModels(document: WorkflowDocument, map: MapModel): WorkflowDocument {
  const main = mapField(document, 'defaultModel', (model) => map(model, ['default_model']));
  const fallbacks = mapField(main, 'fallbackModels', (models) => inList(models, map, []));
  const agents = mapField(fallbacks, 'agents', (all) =>
    mapMembers(all, (agent, name) => inHolder(agent, map, ['agents', name])),
  );
  const compaction = mapField(agents, 'compaction', (settings) =>
    mapField(settings, 'agent', (agent) => inHolder(agent, map, ['compaction', 'agent'])),
  );
  const library = mapField(compaction, 'library', (definitions) =>
    mapMembers(definitions, (definition, name) =>
      mapField(definition, 'task', (task) => inTask(task, map, ['library', name, 'task'])),
    ),
  );
  return mapField(library, 'tasks', (tasks) => mapMembers<Task>(tasks, (task, id) => inTask(task, map, ['tasks', id])));
}

function inTask(task: Task, map: MapModel, path: DocumentPath): Task {
  const agent = mapField(inHolder(task, map, path), 'agent', (own): Task['agent'] =>
    typeof own === 'string' ? own : inHolder(own, map, [...path, 'agent']),
  );
  return mapParts(agent, (part, place) => inTask(part, map, [...path, ...place.path]));
}

/** What names a model, and perhaps those to try in its place. */
interface Holder {
  model?: string | undefined;
  fallbackModels?: string[] | undefined;
}

function inHolder<T extends Holder>(holder: T, map: MapModel, path: DocumentPath): T {
  const own = mapField(holder as Holder, 'model', (model) => map(model, [...path, 'model']));
  return mapField(own, 'fallbackModels', (models) => inList(models, map, path)) as T;
}

/** The same array if nothing changes. */
function inList(models: string[], map: MapModel, path: DocumentPath): string[] {
  const mapped = models.map((model, index) => map(model, [...path, 'fallback_models', index]));
  return mapped.every((model, index) => model === models[index]) ? models : mapped;
}
