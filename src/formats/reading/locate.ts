import type { DocumentPath, TextRange } from '@/workflow/diagnostic';
import { type DocumentTree, findEntry, getSingleTaskId, listTaskEntries } from './find-document';
import type { Reading } from './reading';
import type { MapNode, Span, SyntaxNode } from './syntax-node';

/** A position in the tree: the value, and its key. */
interface Place {
  readonly keySpan?: Span;
  readonly value: SyntaxNode | null;
}

/** Makes a function from a path to its range in the text; for a missing path, the range of its nearest container. */
export function makeLocator(reading: Reading, tree: DocumentTree): (path: DocumentPath) => TextRange | undefined {
  let tasks: Map<string, Place> | undefined;
  const scopeOfTask = (id: string): Place | undefined => {
    tasks ??= locateTasks(tree);
    const made = tasks.get(id);
    if (made === undefined) return undefined;
    // A node that the notation creates at each access is kept here.
    const { keySpan, value } = made;
    const place: Place = keySpan ? { keySpan, value } : { value };
    tasks.set(id, place);
    return place;
  };

  return (path) => {
    const [root, id, ...rest] = path;
    const holder = root === undefined ? undefined : placeInMaps(tree.maps, String(root));
    const task = root === 'tasks' && id !== undefined ? scopeOfTask(String(id)) : undefined;
    let place: Place = task ?? holder ?? { value: tree.single ?? tree.maps[0] ?? null };
    let steps: DocumentPath = task ? rest : path.slice(1);
    // A missing task is not searched for again below its container.
    if (task === undefined && (holder === undefined || root === 'tasks')) steps = [];
    for (const step of steps) {
      const next = stepInto(place, step);
      if (next === undefined) break;
      place = next;
    }
    return reading.rangeOf(...findShownSpan(reading.text, place));
  };
}

function locateTasks(tree: DocumentTree): Map<string, Place> {
  if (tree.single) return new Map([[getSingleTaskId(tree.single), { value: tree.single }]]);
  const tasks = placeInMaps(tree.maps, 'tasks')?.value;
  if (tasks?.kind === 'map') return new Map(tasks.entries.map((entry) => [entry.key, entry]));
  return new Map(listTaskEntries(tasks).map(({ id, idSpan, value }) => [id, { keySpan: idSpan, value }]));
}

function placeInMaps(maps: readonly MapNode[], key: string): Place | undefined {
  for (const map of maps) {
    const entry = findEntry(map, key);
    if (entry) return entry;
  }
  return undefined;
}

function stepInto({ value }: Place, step: string | number): Place | undefined {
  switch (value?.kind) {
    case 'map':
      return findEntry(value, String(step));
    case 'list': {
      if (typeof step === 'string') {
        const task = listTaskEntries(value).find(({ id }) => id === step);
        return task && { keySpan: task.idSpan, value: task.value };
      }
      const item = value.items[step];
      return item === undefined ? undefined : { value: item };
    }
    // `depends_on: a` means a list of one.
    case 'scalar':
      return step === 0 ? { value } : undefined;
    default:
      return undefined;
  }
}

/** The span to show: the key of a block of many lines, or else its first line; otherwise the value. */
function findShownSpan(text: string, { keySpan, value }: Place): Span {
  if (value === null) return keySpan ?? [0, 0];
  const [from, to] = value.span;
  const isBlock = (value.kind === 'map' || value.kind === 'list') && value.isBlock;
  if (keySpan && (isBlock || from === to)) return keySpan;
  if (!isBlock) return value.span;
  const lineEnd = text.indexOf('\n', from);
  return [from, Math.min(to, lineEnd === -1 ? text.length : lineEnd)];
}
