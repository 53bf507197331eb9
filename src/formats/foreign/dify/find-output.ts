import { getOwn } from '@/base/get-own';
import type { Json } from '@/base/json';
import { flowResult } from '../called-flows';
import type { ForeignNode, ForeignReference } from '../foreign-graph';
import { getList, getMember, getText } from '../read-plain';
import { createContentValue, createOutputValue, type FoundType, type FoundValue, writeTaskInCel } from '../values';
import { findAssignedValue } from './conversation';
import { type DifyGraph, isMark, isRoot } from './dify-graph';
import { typeByEnding, writeFileProperty } from './file-properties';
import { readSelector } from './read-expressions';

/** What a reference of a node is here. Undefined: nothing that runs before it gives that. */
export function findOutput(
  dify: DifyGraph,
  { node: from, path }: ForeignReference,
  reader: string,
): FoundValue | undefined {
  // cspell:disable-next-line: the other name of what a person gives.
  if (from === 'sys' || from === 'userinput') return findSystemValue(dify, path);
  if (from === 'env') return findAddress(dify, path, reader) ?? findVariable(dify, 'env', path);
  if (from === 'conversation')
    return findAssignedValue(dify, 'conversation', path, reader, () => findVariable(dify, 'conversation', path));
  const node = dify.shape.find(from);
  if (node === undefined) return undefined;
  if (node.kind === 'start') return findInput(dify, path);
  if (isMark(node) && isRoot(node)) return findInput(dify, path) ?? findTriggerInput(dify, path);
  if (!dify.shape.isBefore(from, reader)) return undefined;
  if (isWithin(dify, reader, from))
    return findAssignedValue(dify, from, path, reader, () => findGiven(dify, node, path, reader));
  return findField(dify, node, path);
}

/** The same for a reader that runs after all that is beside the node. */
export function findOutputInside(dify: DifyGraph, { node: from, path }: ForeignReference): FoundValue | undefined {
  const node = dify.shape.find(from);
  return node && findField(dify, node, path);
}

function findField(dify: DifyGraph, node: ForeignNode, path: readonly string[]): FoundValue | undefined {
  const from = node.id;
  if (dify.replaced.has(from)) return findStandInField(dify, node, path);
  const isError = path[0] === 'error_message' || path[0] === 'error_type';
  if (isError && getText(node.raw, 'error_strategy') !== '') return findError(dify, from, path[0] ?? '');
  const found = findOwnField(dify, node, path);
  if (found === undefined || found.is === 'secret' || !dify.hasOutcome(node)) return found;
  const answer = dify.hasDefaults(node) ? undefined : writeAnswerField(dify.findId(from), path[0] ?? '');
  if (answer !== undefined)
    return {
      is: 'value',
      path: dify.takeExtraId(from, path[0] ?? ''),
      cel: `(${answer})`,
      type: path[0] === 'body' ? 'text' : 'number',
    };
  if (!dify.hasDefaults(node)) return found;
  return createOutputValue(
    dify.takeExtraId(from, 'outcome'),
    path,
    found.is === 'value' ? found.type : typeof found.value === 'number' ? 'number' : 'any',
    true,
  );
}

/** What a node gives by itself, where it did not fail. */
export function findOwnField(dify: DifyGraph, node: ForeignNode, path: readonly string[]): FoundValue | undefined {
  const [field = '', ...rest] = path;
  const find = getOwn(byKind, node.kind);
  return find === undefined ? findStandInField(dify, node, path) : find(dify, node, field, rest);
}

/**
 * A field of an answer to a request, as CEL, also where its status is an error: what the task gives then begins with a
 * line of that status. Undefined: it is no such field.
 */
export function writeAnswerField(id: string, field: string): string | undefined {
  const task = writeTaskInCel(id);
  const hasStatus = `${task}.content.startsWith("Status ")`;
  if (field === 'status_code')
    return `${task}.error == null ? 200 : ${hasStatus} ? int(${task}.content.substring(7, 10)) : 0`;
  if (field === 'body')
    return `${task}.error == null ? ${task}.content : ${hasStatus} ? ${task}.content.substring(11) : ""`;
  return undefined;
}

/** Why a node failed, for the way that it goes then. */
function findError(dify: DifyGraph, node: string, field: string): FoundValue {
  const id = dify.findId(node);
  const tail = field === 'error_type' ? 'error.code' : 'error.message';
  return {
    is: 'value',
    path: `${id}.${tail}`,
    cel: `${writeTaskInCel(id)}.${tail}`,
    type: 'text',
    differs: `“${field}” is what Heddle says of the failure`,
  };
}

function isWithin({ shape }: DifyGraph, inner: string, outer: string): boolean {
  for (let at = shape.findParent(inner); at !== undefined; at = shape.findParent(at)) if (at === outer) return true;
  return false;
}

type FindField = (dify: DifyGraph, node: ForeignNode, field: string, rest: readonly string[]) => FoundValue | undefined;

const constant = (value: Json): FoundValue => ({ is: 'constant', value });

/** A field that is empty here, whatever it is in Dify. */
const emptyField = (field: string, value: Json): FoundValue => ({
  is: 'constant',
  value,
  differs: `“${field}” is empty here`,
});

const findTextField: FindField = (dify, { id }, field) =>
  field === 'text'
    ? createContentValue(dify.findId(id))
    : field === 'files' || field === 'json'
      ? emptyField(field, [])
      : undefined;

const byKind: Readonly<Record<string, FindField>> = {
  llm: (dify, node, field, rest) => {
    if (field === 'structured_output') return createOutputValue(dify.findId(node.id), rest, 'any');
    if (field === 'reasoning_content') return emptyField(field, '');
    return findTextField(dify, node, field, rest);
  },
  agent: (dify, node, field, rest) =>
    getMember(node.raw, 'structured_output_enabled') !== true ||
    getMember(node.raw, 'structured_output', 'schema', 'properties', field) === undefined
      ? findTextField(dify, node, field, rest)
      : createOutputValue(dify.findId(node.id), [field, ...rest], 'any', true),
  tool: (dify, node, field, rest) => {
    if (dify.findCalled(node) === undefined) return findStandInField(dify, node, [field, ...rest]);
    if (field === 'files') return constant([]);
    const path = field === 'text' || field === 'json' ? [] : [field, ...rest];
    return createOutputValue(dify.findId(node.id), [flowResult, ...path], 'any', true);
  },
  'document-extractor': (dify, node, field, rest) => {
    if (field !== 'text' || !readsFileList(dify, node)) return findTextField(dify, node, field, rest);
    const cel = `${writeTaskInCel(dify.findId(node.id))}.output.map(x, x.result.value)`;
    return { is: 'value', path: dify.takeExtraId(node.id, 'texts'), cel, type: 'list' };
  },
  code: (dify, node, field, rest) => {
    const output = getMember(node.raw, 'outputs', field);
    if (output === undefined) return undefined;
    return createOutputValue(
      dify.findId(node.id),
      [field, ...rest],
      rest.length > 0 ? 'any' : readType(getText(output, 'type')),
      true,
    );
  },
  'template-transform': (dify, { id }, field) =>
    field === 'output' ? createOutputValue(dify.findId(id), ['output'], 'text') : undefined,
  iteration: (dify, { id }, field) => {
    if (field !== 'output') return undefined;
    const own = dify.findId(id);
    return {
      is: 'value',
      path: dify.takeExtraId(id, 'output'),
      cel: `${writeTaskInCel(own)}.output.map(x, x.result.value)`,
      type: 'list',
    };
  },
  loop: (dify, { id, raw }, field) =>
    getList(raw, 'loop_variables').some((one) => getText(one, 'label') === field) || field === 'loop_round'
      ? createOutputValue(dify.takeExtraId(id, 'values'), [field], 'any', true)
      : undefined,
  'question-classifier': (dify, { id }, field) =>
    field === 'class_name' || field === 'class_id'
      ? createOutputValue(dify.takeExtraId(id, 'route'), [field], 'text')
      : field === 'class_label'
        ? createOutputValue(dify.takeExtraId(id, 'route'), ['class_name'], 'text')
        : undefined,
  'parameter-extractor': (dify, { id, raw }, field, rest) => {
    if (field === '__is_success') return constant(1);
    if (field === '__reason') return emptyField(field, '');
    const parameter = getList(raw, 'parameters').find((one) => getText(one, 'name') === field);
    return parameter === undefined
      ? undefined
      : createOutputValue(dify.findId(id), [field, ...rest], readType(getText(parameter, 'type')), true);
  },
  'http-request': (dify, { id }, field) => {
    if (field === 'body') return createContentValue(dify.findId(id));
    return field === 'status_code'
      ? constant(200)
      : field === 'headers'
        ? emptyField(field, {})
        : field === 'files'
          ? emptyField(field, [])
          : undefined;
  },
  'variable-aggregator': (dify, { id }, field, rest) =>
    createOutputValue(dify.findId(id), field === 'output' ? ['output', ...rest] : [field, ...rest], 'any', true),
  'variable-assigner': (dify, { id }, field, rest) => createOutputValue(dify.findId(id), [field, ...rest], 'any', true),
  'list-operator': (dify, { id }, field, rest) =>
    createOutputValue(dify.findId(id), [field, ...rest], field === 'result' ? 'list' : 'any', true),
  'human-input': (dify, { id, raw }, field) => {
    if (field === '__action_id') return createOutputValue(dify.findId(id), ['action'], 'text');
    if (field === '__rendered_content') return emptyField(field, '');
    return getList(raw, 'inputs').some((one) => getText(one, 'output_variable_name') === field)
      ? createOutputValue(dify.findId(id), [field], 'text')
      : undefined;
  },
};

/** Whether a document extractor is given a list of files, and gives a list of texts. */
export function readsFileList(dify: DifyGraph, { id, raw }: ForeignNode): boolean {
  if (getMember(raw, 'is_array_file') === true) return true;
  const selector = readSelector(getMember(raw, 'variable_selector'));
  const found = selector && findOutput(dify, selector, id);
  return found?.is === 'value' && found.type === 'list';
}

/** A node that passes on what stands in for its fields. */
function findStandInField(
  dify: DifyGraph,
  { id }: ForeignNode,
  [field = '']: readonly string[],
): FoundValue | undefined {
  const value = dify.readWanted(id)[field];
  if (value === undefined) return undefined;
  return createOutputValue(
    dify.findId(id),
    [field],
    value === '' ? 'text' : Array.isArray(value) ? 'list' : 'any',
    value === null,
  );
}

/** What a container gives to a node in it. */
function findGiven(
  dify: DifyGraph,
  container: ForeignNode,
  [field = '', ...rest]: readonly string[],
  reader: string,
): FoundValue | undefined {
  const tail = rest.map((name) => `.${name}`).join('');
  if (container.kind === 'iteration') {
    if (field !== 'item' && field !== 'index') return undefined;
    // A container in between has an item of its own.
    const name = isNearest(dify, reader, container.id) ? field : dify.takeExtraId(container.id, field);
    const cel = name === field ? name : `inputs.${name}`;
    return { is: 'value', path: `${name}${tail}`, cel: `${cel}${tail}`, type: field === 'index' ? 'number' : 'any' };
  }
  const variable = getList(container.raw, 'loop_variables').find((one) => getText(one, 'label') === field);
  if (container.kind === 'loop' && variable !== undefined && isGivenFromOutside(variable)) {
    const path = `${dify.takeExtraId(container.id, field)}.value${tail}`;
    return { is: 'value', path, cel: `inputs.${path}`, type: 'any', isNullable: true };
  }
  if (container.kind === 'loop' && variable !== undefined)
    return { is: 'value', path: `state.${field}${tail}`, cel: `state.${field}${tail}`, type: 'any', isNullable: true };
  return undefined;
}

/** Whether a variable of a loop begins with a value of another node. */
export const isGivenFromOutside = (variable: Json): boolean => getText(variable, 'value_type') === 'variable';

function isNearest({ shape }: DifyGraph, reader: string, container: string): boolean {
  for (let at = shape.findParent(reader); at !== undefined; at = shape.findParent(at)) {
    if (at === container) return true;
    if (shape.find(at)?.kind === 'iteration') return false;
  }
  return true;
}

function findInput(dify: DifyGraph, [name = '', ...rest]: readonly string[]): FoundValue | undefined {
  const input = dify.inputs.get(`start.${name}`);
  if (input === undefined)
    return name.startsWith('sys')
      ? findSystemValue(dify, rest.length > 0 ? rest : [name.replace(/^sys\.?/, '')])
      : undefined;
  return asInput(input.name, rest, input.form);
}

/** What a trigger gives that no field of it declares. */
function findTriggerInput(dify: DifyGraph, [name = '', ...rest]: readonly string[]): FoundValue | undefined {
  const input = dify.takeTriggerInput(name);
  return input && asInput(input.name, rest, input.form);
}

function findSystemValue(dify: DifyGraph, [name = '', ...rest]: readonly string[]): FoundValue | undefined {
  const input = dify.takeSystemInput(name);
  return input && asInput(input.name, rest, input.form);
}

function asInput(
  name: string,
  rest: readonly string[],
  form: { readonly [key: string]: Json },
): FoundValue | undefined {
  const types: Readonly<Record<string, FoundType>> = {
    text: 'text',
    choice: 'text',
    number: 'number',
    boolean: 'boolean',
  };
  const type = form['multiple'] === true ? 'list' : (types[String(form['type'])] ?? 'any');
  const isNullable = form['required'] !== true && form['default'] === undefined;
  const [property] = rest;
  if (form['type'] === 'file' && form['multiple'] !== true && property !== undefined) {
    const file = `inputs.${name}`;
    const told = /^(?:remote_)?url$/.test(property) ? file : writeFileProperty(file, property);
    if (told === undefined) return undefined;
    return {
      is: 'value',
      path: name,
      cel: isNullable ? `(${file} == null ? "" : ${told})` : `(${told})`,
      type: 'text',
      differs: property === 'type' ? typeByEnding : `In a text the path of the file stands for its ${property}`,
    };
  }
  const tail = form['type'] === 'file' ? '' : rest.map((part) => `.${part}`).join('');
  return {
    is: 'value',
    path: `${name}${tail}`,
    cel: `inputs.${name}${tail}`,
    type: tail === '' ? type : 'any',
    isNullable,
  };
}

/** A secret that is the host of a request is an input: a secret is sent only to a host that is written. */
function findAddress(dify: DifyGraph, [name = '']: readonly string[], reader: string): FoundValue | undefined {
  if (dify.shape.find(reader)?.kind !== 'http-request') return undefined;
  const input = dify.takeAddressInput(name);
  if (input === undefined) return undefined;
  const found = asInput(input.name, [], input.form);
  return { ...found, differs: `the address ${name} is an input here, and is kept with a run` } as FoundValue;
}

function findVariable(dify: DifyGraph, scope: string, [name = '', ...rest]: readonly string[]): FoundValue | undefined {
  const variable = dify.variables.get(`${scope}.${name}`);
  if (variable === undefined) return undefined;
  if (variable.isSecret) return { is: 'secret', name: variable.name };
  const tail = rest.map((part) => `.${part}`).join('');
  const value = dify.graph.variables.find((one) => one.scope === scope && one.name === name)?.value ?? null;
  const type =
    tail !== ''
      ? 'any'
      : typeof value === 'string'
        ? 'text'
        : typeof value === 'number'
          ? 'number'
          : Array.isArray(value)
            ? 'list'
            : 'any';
  return { is: 'value', path: `${variable.name}${tail}`, cel: `variables.${variable.name}${tail}`, type };
}

function readType(type: string): FoundType {
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean' || type === 'bool') return 'boolean';
  return type.startsWith('array') ? 'list' : type === 'object' ? 'object' : 'any';
}
