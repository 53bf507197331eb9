import { taskIdSchema } from '@/workflow/name-schemas';
import { findCanonicalKey, settingsShape } from '../schema-shape';
import { describeForeignFile } from './describe-foreign-file';
import { type Reading, reportProblem, reportReadingProblem } from './reading';
import type { MapEntry, MapNode, Span, SyntaxNode } from './syntax-node';

/** The nodes of a document in the tree of its text. */
export interface DocumentTree {
  /** Maps with settings, tasks and layout: the root, and the one under `workflows`. */
  readonly maps: readonly MapNode[];
  /** The root, if it is a single task. */
  readonly single?: MapNode;
  /** Other workflows under `workflows`. */
  readonly others?: readonly MapEntry[];
}

/** Keys of a document, as a file has them. */
export const isDocumentKey = (key: string): boolean =>
  settingsShape.fields.has(key) || key === 'tasks' || key === 'layout' || key === 'workflows';

/** Keys by which a file says that it is Heddle's. */
export const ownKeys: readonly string[] = ['heddle', 'workflows'];

/** Keys of a root that is a single task which belong to the surrounding workflow. */
export const aroundSingle: readonly string[] = ['heddle', 'version', 'default_model', 'agents', 'layout'];

/** Id of the task if the root is a single task: its own id, else `task`. */
export function getSingleTaskId(root: MapNode): string {
  const id = findEntry(root, 'id')?.value;
  const name = id?.kind === 'scalar' ? taskIdSchema.safeParse(id.text) : undefined;
  return name?.success ? name.data : 'task';
}

/** The entry of a key, under any of its spellings. */
export function findEntry(map: MapNode, key: string): MapEntry | undefined {
  const isKey = (name: string): boolean => name === key;
  return map.entries.find((entry) => findCanonicalKey(entry.key, isKey) !== undefined);
}

/** Finds the document in the tree. If there is none, reports a problem and returns undefined. */
export function findDocument(reading: Reading, root: SyntaxNode): DocumentTree | undefined {
  if (root.kind === 'broken') {
    if (root.problem) reportProblem(reading, root.problem, []);
    return undefined;
  }
  if (root.kind === 'map' && findEntry(root, 'tasks')) return { maps: [root] };
  const foreign =
    root.kind === 'map' && ownKeys.some((key) => findEntry(root, key)) ? undefined : describeForeignFile(root);
  if (foreign !== undefined) {
    reportReadingProblem(reading, 'HED112', `${foreign} ${adviseOnForeign(foreign)}`, [], [0, 0]);
    return undefined;
  }
  if (root.kind !== 'map') {
    const found = root.kind === 'scalar' ? 'a plain text' : 'a list';
    const message = `The file does not hold a workflow, but ${found}. A workflow starts with keys such as name and tasks.`;
    reportReadingProblem(reading, 'HED107', message, [], root.span);
    return undefined;
  }
  const workflows = findEntry(root, 'workflows');
  if (workflows) {
    const inner = findMainWorkflow(workflows.value);
    const named = workflows.value?.kind === 'map' ? workflows.value.entries : [];
    if (inner) return { maps: [root, inner], others: named.filter(({ value }) => value !== inner) };
    const message = 'workflows must hold one workflow, or one that is called main.';
    reportReadingProblem(reading, 'HED107', message, ['workflows'], workflows.keySpan);
    return undefined;
  }
  // A task has no tests: with these, it is a file of tests that is described.
  const isTask = findEntry(root, 'type') ?? (findEntry(root, 'tests') ? undefined : findEntry(root, 'description'));
  return isTask ? { maps: [root], single: root } : { maps: [root] };
}

const adviseOnForeign = (words: string): string =>
  /^This is (?:a Dify |a Flowise agent flow|an export of Flowise)/.test(words)
    ? 'heddle import FILE takes it over.'
    : /^These are promptfoo tests/.test(words)
      ? 'heddle test import FILE takes them over.'
      : 'Heddle cannot read this yet.';

function findMainWorkflow(node: SyntaxNode | null): MapNode | undefined {
  if (node?.kind !== 'map') return undefined;
  const main = findEntry(node, 'main') ?? (node.entries.length === 1 ? node.entries[0] : undefined);
  return main?.value?.kind === 'map' ? main.value : undefined;
}

/** A task in a map or a list of tasks: its id, and the node with its fields. */
export interface TaskEntry {
  readonly id: string;
  readonly idSpan: Span;
  readonly value: SyntaxNode | null;
}

/** The tasks of a map, or of a list of maps with ids; items without an id are left out. */
export function listTaskEntries(node: SyntaxNode | null | undefined): readonly TaskEntry[] {
  if (node?.kind === 'map') return node.entries.map(({ key, keySpan, value }) => ({ id: key, idSpan: keySpan, value }));
  return node?.kind === 'list' ? node.items.map(readListedTask).filter((entry) => entry !== undefined) : [];
}

/** The task that is an item of a list, if it has an id. */
export function readListedTask(item: SyntaxNode | null): TaskEntry | undefined {
  const id = item?.kind === 'map' ? findEntry(item, 'id')?.value : undefined;
  return id?.kind === 'scalar' ? { id: normalizeId(id.text), idSpan: id.span, value: item } : undefined;
}

/** An id as Heddle takes it: a number, as in seed 001, gets a `_` in front. */
export function normalizeId(written: string): string {
  return /^\d+$/.test(written) ? `_${written}` : written;
}
