import { getOwn } from '@/base/get-own';
import { flowResult } from '../called-flows';
import type { ForeignNode, ForeignReference } from '../foreign-graph';
import { getText } from '../read-plain';
import {
  createContentValue,
  createOutputValue,
  type FoundType,
  type FoundValue,
  readExpression,
  writeCel,
  writeTaskInCel,
} from '../values';
import { type FlowiseGraph, isStart, readUpdates, type SlotKey } from './flowise-graph';
import { readList } from './read-flowise';
import { loopKind } from './wrap-loops';

/** A value that depends on what has run: the first whose test holds; the last has none. */
export interface ReachingValue {
  readonly test?: string;
  readonly value: FoundValue;
}

/** What a reference of a node is here. Undefined: nothing that runs before it gives that. */
export function findFlowValue(
  flow: FlowiseGraph,
  reference: ForeignReference,
  reader: string,
): readonly ReachingValue[] | undefined {
  const { node, path } = reference;
  const one = (value: FoundValue | undefined) => (value === undefined ? undefined : [{ value }]);
  if (node === '$state') return findState(flow, path, reader);
  if (node === '$iteration') return one(findItem(flow, path, reader));
  if (node === '$vars') return one(findVariable(flow, path));
  if (node === '$output') return undefined;
  if (node === 'loop_count') return one(findRound(flow, reader));
  if (node === 'runtime_messages_length') return one(countTalk(flow, reader));
  if (!flow.shape.find(node)) return one(findInput(flow, [node, ...path]));
  return findOfNode(flow, node, path, reader);
}

function findState(flow: FlowiseGraph, [name = '', ...rest]: readonly string[], reader: string) {
  const found = findReaching(flow, `state:${name}`, reader);
  if (found === undefined || rest.length === 0) return found;
  return found.map(({ value, ...one }) => ({ ...one, value: walkInto(value, rest) }));
}

function walkInto(value: FoundValue, rest: readonly string[]): FoundValue {
  if (value.is !== 'value') return value;
  const tail = rest.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name.replace(/\W/g, '_')}`)).join('');
  const base = value.cel.endsWith('.content') ? `${value.path}.output` : value.path;
  return {
    ...value,
    path: `${base}${tail}`,
    cel: `${value.cel.replace(/\.content$/, '.output')}${tail}`,
    type: 'any',
    isNullable: true,
  };
}

/** What a node gives. In a loop it may be from a round before. */
function findOfNode(flow: FlowiseGraph, node: string, path: readonly string[], reader: string) {
  const { shape } = flow;
  const parent = shape.findParent(node);
  const field = path.length === 0 ? undefined : path;
  const read = () => readField(flow, node, field);
  if (shape.isBefore(node, reader)) {
    const at = findAround(flow, reader, parent);
    const isInLoop = parent !== undefined && flow.loops.has(parent);
    const isSure = at !== undefined && flow.orderIn(parent).isSure(node, at);
    if (!isInLoop || isSure) {
      const value = read();
      if (value === undefined) return undefined;
      return [{ value: isSure || value.is !== 'value' ? value : { ...value, isNullable: true } }];
    }
  }
  if (field !== undefined && field[0] !== 'content') {
    const found = findReaching(flow, `node:${node}`, reader);
    return found?.map(({ value, ...one }) => ({ ...one, value: walkInto(value, field) }));
  }
  return findReaching(flow, `node:${node}`, reader);
}

/** The node of a container that a node is in, or is itself. */
function findAround({ shape }: FlowiseGraph, id: string, parent: string | undefined): string | undefined {
  let at: string | undefined = id;
  while (at !== undefined && shape.findParent(at) !== parent) at = shape.findParent(at);
  return at;
}

/** What a value is when a node begins: of the nodes before it, of the round before, or from the beginning. */
export function findReaching(flow: FlowiseGraph, key: SlotKey, reader: string): readonly ReachingValue[] | undefined {
  const { shape, loops } = flow;
  const parent = shape.findParent(reader);
  const order = flow.orderIn(parent);
  const found: ReachingValue[] = [];
  for (const writer of flow.writersIn(parent, key)) {
    if (!shape.isBefore(writer, reader)) continue;
    const value = readWritten(flow, key, writer);
    if (value === undefined) continue;
    if (order.isSure(writer, reader)) return [...found, { value }];
    found.push({ test: `${writeTaskInCel(findExit(flow, writer))}.status != "SKIPPED"`, value });
  }
  if (parent === undefined) {
    const first = findFirst(flow, key);
    return first === undefined ? (found.length === 0 ? undefined : found) : [...found, { value: first }];
  }
  const outer = findReaching(flow, key, parent);
  if (!loops.has(parent) || flow.writersIn(parent, key).length === 0) return outer && [...found, ...outer];
  const name = flow.keep(parent, key);
  const state: FoundValue = {
    is: 'value',
    path: `state.${name}`,
    cel: `state.${name}`,
    type: 'any',
    isNullable: !isState(key),
  };
  if (outer === undefined || readStatic(flow, key, outer) !== undefined) return [...found, { value: state }];
  return [...found, { test: 'iteration > 1', value: state }, ...outer];
}

/** Whether a value is one of the state, which always has one. */
const isState = (key: SlotKey): boolean => key.startsWith('state:');

/** The value of a state that is known before a run: what a loop can begin with. */
export function readStatic(flow: FlowiseGraph, key: SlotKey, reaching: readonly ReachingValue[]) {
  const [first] = reaching;
  if (reaching.length !== 1 || first?.value.is !== 'value' || !isState(key)) return undefined;
  const variable = flow.graph.variables.find(({ scope, name }) => scope === 'state' && `state:${name}` === key);
  return variable !== undefined && first.value.cel.startsWith('variables.') ? variable.value : undefined;
}

function findFirst(flow: FlowiseGraph, key: SlotKey): FoundValue | undefined {
  const variable = flow.variables.get(key.replace(/^state:/, 'state.'));
  if (!isState(key) || variable === undefined) return undefined;
  return { is: 'value', path: variable.name, cel: `variables.${variable.name}`, type: 'text' };
}

/** What a node makes of a value. */
export function readWritten(flow: FlowiseGraph, key: SlotKey, writer: string): FoundValue | undefined {
  const node = flow.shape.find(writer);
  if (node === undefined) return undefined;
  if (node.kind === loopKind)
    return createOutputValue(flow.takeExtraId(writer, 'values'), [flow.keep(writer, key)], 'any', !isState(key));
  if (key.startsWith('node:')) return readField(flow, writer, undefined);
  const name = key.replace(/^state:/, '');
  const update = readUpdates(node).findLast((one) => one.key === name);
  if (update === undefined) return undefined;
  if (needsStateTask(flow, node)) return createOutputValue(flow.takeExtraId(writer, 'state'), [name], 'any');
  const expression = readExpression(node, ...update.path.split('.'));
  return expression.is === 'reference'
    ? readField(flow, writer, expression.path.length === 0 ? undefined : expression.path)
    : undefined;
}

/** Whether what a node writes is more than what it gives. */
export function needsStateTask(flow: FlowiseGraph, node: ForeignNode): boolean {
  if (flow.replaced.has(node.id)) return true;
  return readUpdates(node).some(({ path }) => {
    const expression = readExpression(node, ...path.split('.'));
    return expression.is !== 'reference' || expression.node !== '$output';
  });
}

/** The last task of a node. */
export function findExit(flow: FlowiseGraph, id: string): string {
  const node = flow.shape.find(id);
  if (node === undefined || isStart(node)) return flow.findId(id);
  if (node.kind === loopKind) return flow.replaced.has(id) ? flow.findId(id) : flow.takeExtraId(id, 'values');
  if (readUpdates(node).length > 0 && needsStateTask(flow, node)) return flow.takeExtraId(id, 'state');
  return node.kind === 'conditionAgentAgentflow' && !flow.replaced.has(id)
    ? flow.takeExtraId(id, 'route')
    : flow.findId(id);
}

/** A field of what a node gives; undefined: its text. */
export function readField(flow: FlowiseGraph, id: string, path: readonly string[] | undefined): FoundValue | undefined {
  const node = flow.shape.find(id);
  if (node === undefined || isStart(node)) return undefined;
  const own = flow.findId(id);
  const [field = 'content', ...rest] = path ?? [];
  if (flow.replaced.has(id) || !known.has(node.kind)) return createOutputValue(own, [field, ...rest], 'any', true);
  switch (node.kind) {
    case 'llmAgentflow':
    case 'agentAgentflow': {
      if (field === 'content') return createContentValue(own);
      const type = listStructuredOutputs(node).find((one) => one.key === field)?.type;
      return type === undefined ? undefined : createOutputValue(own, [field, ...rest], rest.length > 0 ? 'any' : type);
    }
    case 'httpAgentflow':
      if (field === 'content') return createContentValue(own);
      if (field !== 'http') return undefined;
      if (rest[0] === 'status') return { is: 'constant', value: 200 };
      return rest[0] === 'data' ? createOutputValue(own, rest.slice(1), 'any', true) : { is: 'constant', value: {} };
    case 'customFunctionAgentflow':
    case 'directReplyAgentflow':
      return field === 'content' ? createOutputValue(own, [field], 'text') : undefined;
    case 'iterationAgentflow':
      return field === 'content'
        ? { is: 'value', path: flow.takeExtraId(id, 'output'), cel: flow.takeExtraId(id, 'output'), type: 'text' }
        : undefined;
    case 'humanInputAgentflow':
      return field === 'content' || field === 'feedback' ? createOutputValue(own, ['feedback'], 'text') : undefined;
    case 'executeFlowAgentflow':
      if (field === 'content' && flow.findCalled(node) !== undefined)
        return createOutputValue(own, [flowResult, 'content'], 'text', true);
      return field === 'content' ? createContentValue(own) : undefined;
    case 'toolAgentflow':
      return field === 'content' ? createContentValue(own) : undefined;
    default:
      return undefined;
  }
}

const known: ReadonlySet<string> = new Set([
  ...['llmAgentflow', 'agentAgentflow', 'httpAgentflow', 'customFunctionAgentflow', 'directReplyAgentflow'],
  ...['iterationAgentflow', 'humanInputAgentflow', 'toolAgentflow', 'executeFlowAgentflow'],
]);

/** The fields of a structured output, each with its type: `configureStructuredOutput` in components/src/utils.ts. */
export function listStructuredOutputs({ raw, kind }: ForeignNode) {
  const types: Readonly<Record<string, FoundType>> = {
    string: 'text',
    enum: 'text',
    number: 'number',
    boolean: 'boolean',
    stringArray: 'list',
    jsonArray: 'list',
  };
  const name = `${kind.replace(/Agentflow$/, '')}StructuredOutput`;
  return readList((raw as Readonly<Record<string, never>>)[name]).flatMap((one) => {
    const key = getText(one, 'key');
    const type = getOwn(types, getText(one, 'type'));
    return /^[A-Za-z_]\w{0,60}$/.test(key) && type !== undefined ? [{ key, type, raw: one }] : [];
  });
}

function findInput(flow: FlowiseGraph, path: readonly string[]): FoundValue | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const key = path.slice(0, length).join('.');
    const input = flow.inputs.get(key) ?? flow.takeServerInput(key);
    if (input === undefined) continue;
    const types: Readonly<Record<string, FoundType>> = { text: 'text', choice: 'text', number: 'number' };
    const rest = path.slice(length);
    const tail = rest.map((name) => `.${name}`).join('');
    return {
      is: 'value',
      path: `${input.name}${tail}`,
      cel: `inputs.${input.name}${tail}`,
      type: rest.length > 0 ? 'any' : (types[String(input.form['type'])] ?? 'any'),
      isNullable: input.form['required'] !== true && input.form['default'] === undefined,
    };
  }
  return undefined;
}

function findVariable(flow: FlowiseGraph, [name = '', ...rest]: readonly string[]): FoundValue | undefined {
  if (!/^[A-Za-z_]\w{0,80}$/.test(name)) return undefined;
  const variable = flow.takeServerVariable(name);
  if (variable.isSecret) return { is: 'secret', name: variable.name };
  const tail = rest.map((part) => `.${part}`).join('');
  return { is: 'value', path: `${variable.name}${tail}`, cel: `variables.${variable.name}${tail}`, type: 'text' };
}

/** The item of the iteration that a node is in. */
function findItem({ shape }: FlowiseGraph, path: readonly string[], reader: string): FoundValue | undefined {
  for (let at = shape.findParent(reader); at !== undefined; at = shape.findParent(at)) {
    if (shape.find(at)?.kind !== 'iterationAgentflow') continue;
    const tail = path.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`)).join('');
    return { is: 'value', path: `item${tail}`, cel: `item${tail}`, type: 'any', isNullable: true };
  }
  return undefined;
}

const isInLoop = (flow: FlowiseGraph, reader: string): boolean => {
  const parent = flow.shape.findParent(reader);
  return parent !== undefined && flow.loops.has(parent);
};

/** Rounds that were ended, as an expression; a text can say the round only. */
function findRound(flow: FlowiseGraph, reader: string): FoundValue {
  if (!isInLoop(flow, reader)) return { is: 'constant', value: 0 };
  return { is: 'value', path: 'iteration', cel: '(iteration - 1)', type: 'number' };
}

/** How many messages there are but the first: one for each node that has spoken (`runtimeChatHistoryLength`). */
function countTalk(flow: FlowiseGraph, reader: string): FoundValue {
  const { shape } = flow;
  const parent = shape.findParent(reader);
  const count = (ids: readonly string[]) => ids.filter((id) => shape.find(id)?.kind !== 'humanInputAgentflow').length;
  const inside = flow.writersIn(parent, 'talk');
  const before = count(inside.filter((id) => shape.isBefore(id, reader)));
  if (parent === undefined || !isInLoop(flow, reader)) return { is: 'constant', value: before };
  const outer = flow.writersIn(shape.findParent(parent), 'talk').filter((id) => shape.isBefore(id, parent));
  const fixed = count(outer) + before;
  return { is: 'constant', value: fixed, cel: `(${fixed} + ${count(inside)} * (iteration - 1))` };
}

/** A value that depends on what has run, as one expression. */
export function writeReaching(reaching: readonly ReachingValue[]): string {
  const parts = reaching.map(({ test, value }) => {
    const cel = writeCel({ is: 'reference', node: '', path: [] }, () => value);
    return test === undefined ? cel : `${test} ? ${cel} : `;
  });
  const isClosed = reaching.at(-1)?.test === undefined;
  return `${parts.join('')}${isClosed ? '' : 'null'}`;
}
