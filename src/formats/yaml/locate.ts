import { isCollection, isMap, isPair, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import type { DocumentPath, TextRange } from '@/workflow/diagnostic';
import { type DocumentTree, pairOf, singleTaskId, type TaskEntry, taskEntry } from './document-tree';
import { type Reading, type Span, scalarText, spanOf } from './reading';
import { nextLine } from './text-lines';

/** A place in the tree: the value, and the key that it stands behind. */
interface Place {
  readonly key?: Node;
  readonly value: Node | null;
}

/** Makes the function that tells where a path stands in the text; of what is not there, its nearest holder. */
export function makeLocator(reading: Reading, tree: DocumentTree): (path: DocumentPath) => TextRange | undefined {
  let tasks: ReadonlyMap<string, Place> | undefined;
  const taskPlaces = (): ReadonlyMap<string, Place> => {
    tasks ??= placesOfTasks(tree);
    return tasks;
  };

  return (path) => {
    const [root, id, ...rest] = path;
    const holder = root === undefined ? undefined : placeInMaps(tree.maps, String(root));
    const task = root === 'tasks' && id !== undefined ? taskPlaces().get(String(id)) : undefined;
    let place = task ?? holder;
    let steps: DocumentPath = task ? rest : path.slice(1);
    // An id that is not there is not looked for again below `tasks`.
    if (root === 'tasks' && task === undefined) steps = [];
    for (const step of steps) {
      const next = place && stepInto(place, step);
      if (next === undefined) break;
      place = next;
    }
    if (place === undefined) return undefined;
    const [from, to] = shownSpan(reading.text, place);
    return reading.rangeOf(from, to);
  };
}

function placesOfTasks(tree: DocumentTree): Map<string, Place> {
  if (tree.single) return new Map([[singleTaskId(tree.single), { value: tree.single }]]);
  const node = placeInMaps(tree.maps, 'tasks')?.value;
  const entries = isMap(node) || isSeq(node) ? [...node.items].map(taskEntry) : [];
  return new Map(
    entries
      .filter((entry): entry is TaskEntry => entry !== undefined)
      .map(({ id, value }) => [isScalar(id) ? scalarText(id) : '', { key: id, value }]),
  );
}

function placeInMaps(maps: readonly YAMLMap[], key: string): Place | undefined {
  for (const map of maps) {
    const pair = pairOf(map, key);
    if (pair) return placeOf(pair);
  }
  return undefined;
}

const placeOf = (pair: Pair): Place => ({ key: pair.key as Node, value: pair.value as Node | null });

function stepInto({ value }: Place, step: string | number): Place | undefined {
  if (isMap(value)) {
    const pair = pairOf(value, String(step));
    return pair && placeOf(pair);
  }
  if (isSeq(value)) {
    const item = value.items[Number(step)];
    return item === undefined || isPair(item) ? undefined : { value: item as Node | null };
  }
  // `depends_on: a` stands for a list of one.
  return isScalar(value) && step === 0 ? { value } : undefined;
}

/** A block of many lines is shown by its key, or else by its first line; all else by its value. */
function shownSpan(text: string, { key, value }: Place): Span {
  const isBlock = isCollection(value) && !value.flow;
  const [from, to] = spanOf(value);
  if (key && (isBlock || value === null || from === to)) return spanOf(key);
  return isBlock ? [from, Math.min(to, nextLine(text, from) - 1)] : [from, to];
}
