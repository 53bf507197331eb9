import { type Feature, features } from '@/app/gallery/shown-features';
import type { WorkflowDocument } from '@/workflow/document';
import { listParts } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';

const ofTask: { readonly [K in Feature]?: (task: Task) => boolean } = {
  map: ({ type }) => type === 'map',
  reduce: ({ type }) => type === 'reduce',
  group: ({ type }) => type === 'group',
  routing: ({ type }) => type === 'cond',
  director: ({ type }) => type === 'director_evaluator',
  pipeline: ({ type }) => type === 'pipeline',
  voting: (task) => task.voting !== undefined,
  bestOf: (task) => task.bestOf !== undefined,
  schema: (task) => task.outputSchema !== undefined,
  person: ({ type, approve }) => type === 'ask' || approve !== undefined,
  script: ({ type }) => type === 'script',
  files: ({ type }) => type === 'associative_memory',
  images: (task) => task.type === 'atomic' && task.attachments !== undefined,
};

/** Every task of a document, at any depth. */
export function* walkEveryTask(document: WorkflowDocument): Generator<Task> {
  const left = Object.values(document.tasks);
  for (let task = left.shift(); task !== undefined; task = left.shift()) {
    yield task;
    left.unshift(...listParts(task).map((part) => part.task));
  }
}

/** What a workflow shows, as its document has it. */
export function listFeatures(document: WorkflowDocument): readonly Feature[] {
  const shown = new Set<Feature>();
  for (const task of walkEveryTask(document)) {
    for (const feature of features) if (ofTask[feature]?.(task) === true) shown.add(feature);
  }
  const tools = Object.values(document.tools ?? {});
  if (tools.some(({ mcp }) => mcp !== undefined)) shown.add('mcp');
  if (tools.some(({ approve }) => approve !== undefined && approve !== false)) shown.add('person');
  if (tools.some(({ type, name }) => type === 'provider' && name === 'web_search')) shown.add('search');
  if (document.compaction !== undefined) shown.add('compaction');
  return features.filter((feature) => shown.has(feature));
}
