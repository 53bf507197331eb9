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
  const agents = mapField(main, 'agents', (all) =>
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

function inHolder<T extends { model?: string | undefined }>(holder: T, map: MapModel, path: DocumentPath): T {
  const own: { model?: string | undefined } = holder;
  return mapField(own, 'model', (model) => map(model, [...path, 'model'])) as T;
}
