import { computeOnce } from '@/base/compute-once';
import type { ForeignNode } from '../foreign-graph';
import { getList, getText } from '../read-plain';
import { createOutputValue, type FoundValue, writeTaskInCel } from '../values';
import type { DifyGraph } from './dify-graph';

/** What an assigner writes: scope or loop, and name. */
export function listAssigned({ raw }: ForeignNode): readonly (readonly [scope: string, name: string])[] {
  const items = getList(raw, 'items');
  const selectors =
    items.length > 0
      ? items.map((item) => getList(item, 'variable_selector'))
      : [getList(raw, 'assigned_variable_selector')];
  return selectors.flatMap(([scope, name]): (readonly [string, string])[] =>
    typeof scope === 'string' && typeof name === 'string' ? [[scope, name]] : [],
  );
}

/** How an assigner writes a variable: `over-write`, `append`, `+=` and so on. */
export const readOperation = ({ raw }: ForeignNode, index: number): string =>
  getText(getList(raw, 'items')[index], 'operation') || getText(raw, 'write_mode');

/** What operations make of the old value and the given one, as CEL. Others give what they are given. */
export const operations: Readonly<Record<string, (old: string, given: string) => string>> = {
  '+=': (old, given) => `${old} + ${given}`,
  '-=': (old, given) => `${old} - ${given}`,
  '*=': (old, given) => `${old} * ${given}`,
  '/=': (old, given) => `${old} / ${given}`,
  append: (old, given) => `${old} + [${given}]`,
  extend: (old, given) => `${old} + ${given}`,
  'remove-first': (old) => `${old}.slice(size(${old}) > 0 ? 1 : 0, size(${old}))`,
  'remove-last': (old) => `${old}.slice(0, size(${old}) > 0 ? size(${old}) - 1 : 0)`,
};

/**
 * A variable of the conversation, or of a loop, by its scope: what the nearest node before the reader wrote, else what
 * it begins with. Where this is not surely what Dify has then, the value says so.
 */
export function findAssignedValue(
  dify: DifyGraph,
  scope: string,
  [name = '', ...rest]: readonly string[],
  reader: string,
  findFirst: () => FoundValue | undefined,
): FoundValue | undefined {
  const { shape } = dify;
  const writers = listWriters(dify).get(`${scope}.${name}`);
  if (writers === undefined) return findFirst();
  let differs: string | undefined;
  for (let at: string | undefined = reader; at !== undefined && at !== scope; at = shape.findParent(at)) {
    const { writer, holder } = findWriter(dify, writers, at);
    const other = holder ?? (at === reader ? undefined : at);
    if (writer !== undefined) {
      if (!isOnEveryWay(dify, writer.id, at))
        differs ??= `${quote(name)} is empty where ${describe(writer)} did not run`;
      return addDifference(createWrittenValue(dify, scope, writer, [name, ...rest]), differs);
    }
    if (other !== undefined && writers.holders.has(other))
      differs ??= `${quote(name)} is what it was before ${describe(shape.find(other))}, which writes it in its rounds`;
  }
  return addDifference(findFirst(), differs);
}

const quote = (name: string): string => `“${name.slice(0, 60)}”`;
const describe = (node: ForeignNode | undefined): string => `“${(node?.title || node?.kind || 'a node').slice(0, 60)}”`;

const addDifference = (found: FoundValue | undefined, differs: string | undefined): FoundValue | undefined =>
  found?.is === 'value' && differs !== undefined ? { ...found, differs } : found;

/** The nodes that write a variable, and the containers that these are in. */
interface Writers {
  readonly nodes: ReadonlySet<string>;
  readonly holders: ReadonlySet<string>;
}

/** Who writes each variable, by scope and name: looked up once, as graphs may be large. */
const listWriters = computeOnce((dify: DifyGraph): ReadonlyMap<string, Writers> => {
  const all = new Map<string, { nodes: Set<string>; holders: Set<string> }>();
  for (const node of dify.graph.nodes) {
    if (node.kind !== 'assigner' || dify.replaced.has(node.id)) continue;
    for (const [scope, name] of listAssigned(node)) {
      const found = all.get(`${scope}.${name}`) ?? { nodes: new Set(), holders: new Set() };
      all.set(`${scope}.${name}`, found);
      found.nodes.add(node.id);
      for (let at = dify.shape.findParent(node.id); at !== undefined; at = dify.shape.findParent(at))
        found.holders.add(at);
    }
  }
  return all;
});

/** The nearest node before another that writes a variable, beside it, and a container on the way that does. */
function findWriter(dify: DifyGraph, { nodes, holders }: Writers, reader: string) {
  const seen = new Set<string>([reader]);
  let holder: string | undefined;
  let open: readonly string[] = [reader];
  while (open.length > 0) {
    const next: string[] = [];
    for (const at of open)
      for (const { from } of dify.shape.listEdgesInto(at)) {
        if (seen.has(from)) continue;
        seen.add(from);
        next.push(from);
        if (nodes.has(from)) return { writer: dify.shape.find(from), holder };
        if (holders.has(from)) holder ??= from;
      }
    open = next;
  }
  return { writer: undefined, holder };
}

/** Whether every way to a node leads over another one. */
function isOnEveryWay({ shape }: DifyGraph, over: string, to: string): boolean {
  const seen = new Set<string>([over]);
  const open = [to];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const edges = shape.listEdgesInto(at);
    if (edges.length === 0) return false;
    for (const { from } of edges) open.push(from);
  }
  return true;
}

/** What an assigner makes of a variable. */
function createWrittenValue(
  dify: DifyGraph,
  scope: string,
  writer: ForeignNode,
  [name = '', ...rest]: readonly string[],
): FoundValue {
  const own = dify.findId(writer.id);
  const variable = dify.variables.get(`${scope}.${name}`)?.name ?? name;
  const index = listAssigned(writer).findLastIndex(([at, one]) => at === scope && one === name);
  if (!Object.hasOwn(operations, readOperation(writer, index)))
    return createOutputValue(own, [variable, ...rest], 'any', true);
  const made = dify.takeExtraId(writer.id, variable);
  const tail = rest.map((part) => `.${part}`).join('');
  const cel = writeOperation(readOperation(writer, index), `${writeTaskInCel(own)}.output`, variable);
  return {
    is: 'value',
    path: `${made}${tail}`,
    cel: tail === '' ? `(${cel})` : `(${cel})${tail}`,
    type: 'any',
    isNullable: true,
  };
}

/** What an operation makes of a variable, over the inputs of its assigner: the old value and the given one. */
export function writeOperation(operation: string, output: string, variable: string): string {
  const old = `${output}.${variable}_before`;
  const given = `${output}.${variable}`;
  return Object.hasOwn(operations, operation) ? (operations[operation]?.(old, given) ?? given) : given;
}
