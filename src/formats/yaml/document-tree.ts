import { isAlias, isMap, isPair, isScalar, type Node, type Pair, type YAMLMap } from 'yaml';
import { taskIdSchema } from '@/workflow/names';
import { settingsShape, writtenKey } from '../schema-shape';
import { type Reading, report, scalarText, spanOf } from './reading';

/** Where the parts of a document stand in the tree of its text. */
export interface DocumentTree {
  /** Maps that hold settings, tasks and layout: the root, and the one under `workflows`. */
  readonly maps: readonly YAMLMap[];
  /** The root, if it is a single task. */
  readonly single?: YAMLMap;
}

/** Keys of a document, as a file has them. */
export const isDocumentKey = (key: string): boolean =>
  settingsShape.fields.has(key) || key === 'tasks' || key === 'layout' || key === 'workflows';

/** Keys of a root that is a single task which belong to the workflow around it. */
export const aroundSingle: readonly string[] = ['heddle', 'version', 'default_model', 'agents', 'layout'];

/** Id of the task of a root that is a single task: the one it says, else `task`. */
export function singleTaskId(root: YAMLMap): string {
  const id = pairOf(root, 'id')?.value;
  const name = isScalar(id) ? taskIdSchema.safeParse(scalarText(id)) : undefined;
  return name?.success ? name.data : 'task';
}

/** The entry of a key, under any of its names. */
export function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find(
    (pair) => isScalar(pair.key) && writtenKey(scalarText(pair.key), (name) => name === key) !== undefined,
  );
}

/** Finds the document in the tree. Undefined, with a problem reported, if there is none. */
export function findDocument(reading: Reading, root: Node): DocumentTree | undefined {
  if (!isMap(root)) {
    const found = isAlias(root) || isScalar(root) ? 'a plain text' : 'a list';
    const message = `The file holds no workflow but ${found}. A workflow starts with keys such as name and tasks.`;
    report(reading, 'HED107', message, [], spanOf(root));
    return undefined;
  }
  if (pairOf(root, 'tasks') !== undefined) return { maps: [root] };
  const workflows = pairOf(root, 'workflows');
  if (workflows !== undefined) {
    const inner = mainWorkflow(workflows.value);
    if (inner !== undefined) return { maps: [root, inner] };
    const message = 'workflows must hold one workflow, or one that is called main.';
    report(reading, 'HED107', message, ['workflows'], spanOf(workflows.key as Node));
    return undefined;
  }
  const isTask = pairOf(root, 'type') !== undefined || pairOf(root, 'description') !== undefined;
  return isTask ? { maps: [root], single: root } : { maps: [root] };
}

function mainWorkflow(node: unknown): YAMLMap | undefined {
  if (!isMap(node)) return undefined;
  const main = pairOf(node, 'main') ?? (node.items.length === 1 ? node.items[0] : undefined);
  return isMap(main?.value) ? main.value : undefined;
}

/** A task's place in the tree: its id, and what holds its fields. */
export interface TaskEntry {
  readonly id: Node;
  readonly value: Node | null;
}

/** The entry of a map or a list of tasks, if it has an id. */
export function taskEntry(item: unknown): TaskEntry | undefined {
  if (isPair(item)) return isScalar(item.key) ? { id: item.key, value: item.value as Node | null } : undefined;
  if (!isMap(item)) return undefined;
  const id = pairOf(item, 'id')?.value;
  return isScalar(id) ? { id, value: item } : undefined;
}
