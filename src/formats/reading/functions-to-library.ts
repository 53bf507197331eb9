import { defined, omitEmpty } from '@/base/defined';
import { convertToSnakeCase } from '@/base/snake-case';
import { findEntry } from './find-document';
import {
  createHolderNode,
  createMapNode,
  type ListNode,
  type MapEntry,
  type MapNode,
  type ScalarNode,
  type SyntaxNode,
} from './syntax-node';

/** Whether a node is a task of the former type `function`, which is now a definition of the library. */
export function isFunction(node: SyntaxNode | null | undefined): node is MapNode {
  const type = node?.kind === 'map' ? node.entries.find(({ key }) => key === 'type')?.value : undefined;
  return type?.kind === 'scalar' && type.text === 'function';
}

/**
 * The library of a document (null if it has none) with the functions among its tasks, as {@link definition} converts
 * them.
 */
export function addFunctions(library: SyntaxNode | null, functions: readonly MapEntry[]): SyntaxNode | null {
  const [first] = functions;
  if (first === undefined) return library;
  const held = library?.kind === 'map' ? library : createMapNode([], first.keySpan);
  const entries = [...held.entries];
  const problems = [...(held.problems ?? [])];
  for (const entry of functions) {
    const { key, keySpan: span } = entry;
    if (entries.every((other) => other.key !== key)) entries.push(entry);
    else
      problems.push({ code: 'HED103', message: `The library has "${key}" already. Choose another name.`, span, key });
  }
  return { ...held, entries, ...defined({ problems: omitEmpty(problems) }) };
}

/** A function as a definition of the library, under its name; without a name under `id`. */
export function buildDefinition(map: MapNode, id: string): MapEntry {
  const name = findEntry(map, 'name')?.value;
  const entries = map.entries.flatMap((entry): MapEntry[] => {
    switch (convertToSnakeCase(entry.key)) {
      case 'type':
      case 'id':
      case 'name':
        return [];
      case 'params':
      case 'parameters':
        return [{ ...entry, key: 'parameters', value: normalizeParameters(entry.value) }];
      case 'returns':
        return [
          { ...entry, value: entry.value?.kind === 'scalar' ? createHolderNode('type', entry.value) : entry.value },
        ];
      case 'body':
        return [{ ...entry, key: 'task', value: findBodyTask(entry.value) }];
      default:
        return [entry];
    }
  });
  const key = name?.kind === 'scalar' ? name : undefined;
  return { key: key?.text ?? id, keySpan: key?.span ?? map.span, value: { ...map, entries } };
}

/** Parameters as a list of maps with names; also accepts a list of names, and a map of names to types. */
function normalizeParameters(node: SyntaxNode | null): SyntaxNode | null {
  if (node?.kind === 'list') {
    return {
      ...node,
      items: node.items.map((item) => (item?.kind === 'scalar' ? createHolderNode('name', item) : item)),
    };
  }
  if (node?.kind !== 'map') return node;
  const items = node.entries.map(({ key, keySpan, value }): MapNode => {
    const name: ScalarNode = { kind: 'scalar', value: key, text: key, span: keySpan };
    const named = createHolderNode('name', name);
    if (value?.kind === 'map') return { ...value, entries: [...named.entries, ...value.entries] };
    return value === null ? named : { ...named, entries: [...named.entries, { key: 'type', keySpan, value }] };
  });
  return { kind: 'list', items, span: node.span, isBlock: node.isBlock } satisfies ListNode;
}

/** The task of a body: the body itself, or its `task`, or its only item. */
function findBodyTask(node: SyntaxNode | null): SyntaxNode | null {
  if (node?.kind === 'list' && node.items.length === 1) return node.items[0] ?? null;
  const task = node?.kind === 'map' && node.entries.length === 1 ? node.entries[0] : undefined;
  return task?.key === 'task' ? task.value : node;
}
