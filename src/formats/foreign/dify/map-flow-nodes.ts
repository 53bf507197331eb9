import type { Json, JsonObject } from '@/base/json';
import { evaluateExpression } from '@/workflow/expressions/cel';
import type { MappedNode } from '../draft';
import { passOn } from '../draft';
import type { ForeignReference } from '../foreign-graph';
import { getList, getMember, getText } from '../read-plain';
import { escapeBraces, writeTaskInCel } from '../values';
import { writeConditions } from './conditions';
import { listAssigned, operations, readOperation, writeOperation } from './conversation';
import type { DifyContext } from './dify-context';
import { isGivenFromOutside } from './find-output';
import { readSelector } from './read-expressions';

/** https://docs.dify.ai/en/guides/workflow/node/ifelse. Files of the first versions have one case without a list. */
export function mapIfElse(context: DifyContext): MappedNode {
  const { raw } = context.node;
  const written = getList(raw, 'cases');
  const cases = written.length > 0 ? written : [{ ...(raw as JsonObject), case_id: 'true' }];
  const tests = cases.map((one, index) => {
    const { cel, problems } = writeConditions(
      getList(one, 'conditions'),
      getText(one, 'logical_operator'),
      context.find,
    );
    for (const problem of problems) context.differs(problem.replace(/\.$/, ''));
    return {
      test: cel,
      task: passOn({ case: escapeBraces(getText(one, 'case_id') || getText(one, 'id') || String(index)) }),
    };
  });
  const form: JsonObject = { ...context.common(), type: 'cond', cases: tests, else: passOn({ case: 'false' }) };
  const count = tests.length === 1 ? '1 case' : `${tests.length} cases`;
  return context.done(
    [[context.id, form]],
    `${count}: ${tests
      .map(({ test }) => test)
      .join('; ')
      .slice(0, 300)}`,
  );
}

/** The first value that there is. https://docs.dify.ai/en/guides/workflow/node/variable-aggregator */
export function mapAggregator(context: DifyContext): MappedNode {
  const { raw, id } = context.node;
  const isGrouped = getMember(raw, 'advanced_settings', 'group_enabled') === true;
  if (!isGrouped) {
    const form = createFirstPresent(context, getList(raw, 'variables').map(readSelector));
    return context.done([[context.id, { ...context.common(), ...form }]], 'The first of its values that there is.');
  }
  const groups = getList(raw, 'advanced_settings', 'groups').flatMap((group): [string, JsonObject][] => {
    const name = getText(group, 'group_name');
    return /^[A-Za-z_]\w*$/.test(name)
      ? [[name, createFirstPresent(context, getList(group, 'variables').map(readSelector))]]
      : [];
  });
  if (groups.length === 0) return context.standIn(`Its groups have no names (${id.slice(0, 40)}).`);
  const form = { ...context.common(), type: 'group', subtasks: Object.fromEntries(groups) };
  return context.done([[context.id, form]], `The first value that there is, for each of ${groups.length} groups.`);
}

function createFirstPresent(context: DifyContext, selectors: readonly (ForeignReference | undefined)[]): JsonObject {
  const cases = selectors.flatMap((selector): JsonObject[] => {
    const found = selector && context.find(selector);
    if (selector === undefined || found === undefined) return [];
    const exit = context.dify.findExit(selector.node);
    const ended = exit === undefined ? undefined : `${writeTaskInCel(exit)}.status != "SKIPPED"`;
    const isThere = found.is === 'value' && found.isNullable === true ? `${found.cel} != null` : undefined;
    const test = [ended, isThere].filter((part) => part !== undefined).join(' && ') || 'true';
    return [{ test, task: passOn({ output: context.input(selector) }) }];
  });
  return cases.length === 0 ? passOn({ output: null }) : { type: 'cond', cases, else: passOn({ output: null }) };
}

/** https://docs.dify.ai/en/guides/workflow/node/variable-assigner */
export function mapAssigner(context: DifyContext): MappedNode {
  const { raw, id } = context.node;
  const items = getList(raw, 'items');
  const assigned = listAssigned(context.node);
  const inputs: [string, Json][] = [];
  const returns: [string, Json][] = [];
  for (const [index, [scope, name]] of assigned.entries()) {
    const variable = context.dify.variables.get(`${scope}.${name}`)?.name ?? name;
    const given =
      items.length > 0 ? context.at('items', String(index), 'value') : context.at('input_variable_selector');
    const operation = readOperation(context.node, index);
    inputs.push([variable, operation === 'clear' ? readCleared(context, scope, name) : context.input(given)]);
    const isRead = scope === 'conversation' || isReadAfter(context.dify, id, scope, name);
    if (!isRead || !Object.hasOwn(operations, operation)) continue;
    inputs.push([`${variable}_before`, context.input({ is: 'reference', node: scope, path: [name] })]);
    returns.push([context.dify.takeExtraId(id, variable), writeOperation(operation, 'output', variable)]);
  }
  if (inputs.length === 0) return context.standIn('It writes nothing that is known.');
  if (assigned.some(([scope]) => scope === 'conversation'))
    context.differs('it holds for what follows in the run, not for the whole chat');
  const form: JsonObject = {
    ...context.common(),
    ...passOn(Object.fromEntries(inputs)),
    ...(returns.length === 0 ? {} : { returns: Object.fromEntries(returns) }),
  };
  return context.done([[context.id, form]], 'What it writes is read by what follows.');
}

/** Whether a variable is read behind the node that writes it. */
const isReadAfter = (dify: DifyContext['dify'], writer: string, scope: string, name: string): boolean =>
  dify.shape.listEdgesOutOf(writer).some(({ to }) => dify.reads(to, scope, name));

/** A variable that was cleared: empty, of the type of what it begins with. */
function readCleared(context: DifyContext, scope: string, name: string): Json {
  const value = context.dify.graph.variables.find((one) => one.scope === scope && one.name === name)?.value;
  if (typeof value === 'string') return '';
  if (typeof value === 'number') return 0;
  return Array.isArray(value) ? [] : value === undefined || value === null ? null : {};
}

/** https://docs.dify.ai/en/guides/workflow/node/iteration */
export function mapIteration(context: DifyContext, draw: (parent: string) => JsonObject): MappedNode {
  const { raw, id } = context.node;
  const { dify } = context;
  const list = readSelector(getMember(raw, 'iterator_selector'));
  const items = list && context.find(list);
  if (items?.is !== 'value') return context.standIn('It goes over a list that is not known here.');
  const drawn = draw(id);
  if (Object.keys(drawn).length === 0) return context.standIn('Nothing is in it.');
  const output = readSelector(getMember(raw, 'output_selector'));
  const inner = output === undefined ? undefined : dify.shape.find(output.node);
  const isInside = inner !== undefined && dify.shape.findParent(inner.id) === id;
  const result = isInside
    ? {
        ...passOn({ value: context.findInside(output as ForeignReference) }),
        depends_on: [dify.findExit(inner.id) ?? dify.findId(inner.id)],
      }
    : passOn({ value: null });
  if (!isInside) context.differs('what each round gives is not known here');
  const mode = getText(raw, 'error_handle_mode');
  if (mode === 'continue-on-error')
    context.differs('a round that fails is left out of the list, where Dify gives null');
  const isParallel = getMember(raw, 'is_parallel') === true;
  const flat =
    isInside &&
    getMember(raw, 'flatten_output') !== false &&
    isListOutput(context, inner.kind, output as ForeignReference);
  const name = dify.takeExtraId(id, 'output');
  const outer = ['item', 'index'].flatMap((field): [string, Json][] =>
    dify.hasExtra(id, field) ? [[dify.takeExtraId(id, field), { from: field }]] : [],
  );
  const form: JsonObject = {
    ...context.common(),
    type: 'map',
    items: { from: items.type === 'text' ? `${items.path}.output` : items.path },
    inner_task: {
      type: 'group',
      ...(outer.length === 0 ? {} : { inputs: Object.fromEntries(outer) }),
      subtasks: { ...drawn, result },
    },
    max_concurrency: isParallel
      ? Math.min(Math.max(Math.round(Number(getMember(raw, 'parallel_nums') ?? 10)) || 10, 1), 64)
      : 1,
    on_item_error: mode === 'remove-abnormal-output' || mode === 'continue-on-error' ? 'skip' : 'fail',
    returns: { [name]: `output.map(x, x.result.value)${flat ? '.flatten()' : ''}` },
  };
  return context.done(
    [[context.id, form]],
    `${isParallel ? 'Several items at once' : 'One item after the other'}; ${mode === '' || mode === 'terminated' ? 'a failure ends it' : 'failed items are skipped'}.`,
  );
}

/** Lists of lists are made one list: `flatten_output`, on unless it is off. */
function isListOutput(context: DifyContext, kind: string, output: ForeignReference): boolean {
  if (kind === 'iteration') return true;
  const inner = context.dify.shape.find(output.node);
  const [field = ''] = output.path;
  const type =
    kind === 'code'
      ? getText(getMember(inner?.raw, 'outputs', field), 'type')
      : kind === 'parameter-extractor'
        ? getText(
            getList(inner?.raw, 'parameters').find((one) => getText(one, 'name') === field),
            'type',
          )
        : '';
  return type.startsWith('array');
}

/** https://docs.dify.ai/en/guides/workflow/node/loop */
export function mapLoop(context: DifyContext, draw: (parent: string) => JsonObject): MappedNode {
  const { raw, id } = context.node;
  const { dify } = context;
  const drawn = draw(id);
  if (Object.keys(drawn).length === 0) return context.standIn('Nothing is in it.');
  const variables = getList(raw, 'loop_variables').filter((one) => /^[A-Za-z_]\w*$/.test(getText(one, 'label')));
  const initial = variables.map((one): [string, Json] => [
    getText(one, 'label'),
    isGivenFromOutside(one) ? null : readConstant(getText(one, 'var_type'), getMember(one, 'value') ?? null),
  ]);
  const given = variables.filter(isGivenFromOutside).map((one): [string, Json] => {
    const label = getText(one, 'label');
    const index = getList(raw, 'loop_variables').indexOf(one);
    return [
      dify.takeExtraId(id, label),
      beginWith(context.input(context.at('loop_variables', String(index), 'value')), label),
    ];
  });
  const next = variables.map((one): [string, Json] => {
    const label = getText(one, 'label');
    const now = isGivenFromOutside(one) ? `inputs.${dify.takeExtraId(id, label)}.value` : `state.${label}`;
    return [label, writeNext(context, id, label, now)];
  });
  const count = Math.min(Math.max(Math.round(Number(getMember(raw, 'loop_count') ?? 10)) || 10, 1), 1000);
  const ends = dify.shape
    .listChildren(id)
    .filter(({ kind }) => kind === 'loop-end')
    .map((node) => `has(output.${dify.findId(node.id)})`);
  const findState = (reference: ForeignReference) => {
    if (reference.node === id)
      return {
        is: 'value',
        path: '',
        cel: `state.${reference.path.join('.')}`,
        type: 'any',
        isNullable: true,
      } as const;
    const inner = dify.shape.find(reference.node);
    const found =
      inner && dify.shape.findParent(inner.id) === id ? context.findCelInside(reference) : context.find(reference);
    return found;
  };
  const broken = writeConditions(getList(raw, 'break_conditions'), getText(raw, 'logical_operator'), findState);
  for (const problem of broken.problems) context.differs(problem.replace(/\.$/, ''));
  const hasBreak = getList(raw, 'break_conditions').length > 0;
  const until = [...(hasBreak ? [broken.cel] : []), ...ends]
    .map((cel) => (/&&|\|\|/.test(cel) ? `(${cel})` : cel))
    .join(' || ');
  if (hasBreak && mayHoldAtOnce(context, broken.cel, Object.fromEntries(initial), given.length > 0))
    context.differs('the break is looked at after each round, not before the first');
  const state =
    initial.length === 0 ? {} : { state: Object.fromEntries(next), initial_state: Object.fromEntries(initial) };
  const loop: JsonObject =
    until === ''
      ? { type: 'repeat', count, ...state }
      : { type: 'until', condition: until, max_iterations: count, ...state };
  const results = [...next, ['loop_round', 'iteration'] as const].map(([name, cel]): [string, Json] => [
    `${context.id}_${name}`,
    cel,
  ]);
  const values = dify.takeExtraId(id, 'values');
  const form: JsonObject = {
    ...context.common(),
    type: 'group',
    ...(given.length === 0 ? {} : { inputs: Object.fromEntries(given) }),
    subtasks: drawn,
    loop,
    returns: Object.fromEntries(results),
  };
  const after = passOn(
    Object.fromEntries(results.map(([name]): [string, Json] => [name.slice(context.id.length + 1), { from: name }])),
  );
  return context.done(
    [
      [context.id, form],
      [values, after],
    ],
    `At most ${count} rounds${until === '' ? '' : ` until ${until.slice(0, 200)}`}.`,
  );
}

/** What a variable of a loop is in a round: what it is given in the first, then what the round before made of it. */
function beginWith(value: Json, label: string): JsonObject {
  const first = { test: 'iteration == 1', task: passOn({ value }) };
  return { task: { type: 'cond', cases: [first], else: passOn({ value: { from: `state.${label}` } }) } };
}

/**
 * Whether a break may hold before the first round, as Dify looks at it then too (`LoopNode._run`). What nodes in the
 * loop give is not there yet, so that a condition on it does not hold.
 */
function mayHoldAtOnce(context: DifyContext, cel: string, state: JsonObject, isGiven: boolean): boolean {
  const { raw, id } = context.node;
  const isOwn = getList(raw, 'break_conditions').map(
    (one) => readSelector(getMember(one, 'variable_selector'))?.node === id,
  );
  if (!isOwn.includes(true)) return false;
  if (isGiven || isOwn.includes(false)) return true;
  const held = evaluateExpression(cel, { state });
  return !held.ok || held.value !== false;
}

function readConstant(type: string, value: Json): Json {
  if (typeof value !== 'string') return value;
  if (type === 'number') return Number.isFinite(Number(value)) ? Number(value) : 0;
  if (type === 'boolean') return value === 'true';
  if (type === 'string') return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}

/** The value of a variable after a round: what the assigners in the loop make of it, in order. */
function writeNext(context: DifyContext, loop: string, name: string, now: string): string {
  const { dify } = context;
  let cel = now;
  for (const node of dify.shape.listChildren(loop)) {
    if (node.kind !== 'assigner' || dify.replaced.has(node.id)) continue;
    for (const [index, [scope, variable]] of listAssigned(node).entries()) {
      if (scope !== loop || variable !== name) continue;
      const operation = readOperation(node, index);
      const given = `output.${dify.findId(node.id)}.${name}`;
      const made = Object.hasOwn(operations, operation)
        ? operations[operation]?.(/\?/.test(cel) ? `(${cel})` : cel, given)
        : given;
      cel = dify.isAlwaysRun(node.id)
        ? (made ?? given)
        : `has(output.${dify.findId(node.id)}) ? ${made} : ${/\?/.test(cel) ? `(${cel})` : cel}`;
    }
  }
  return cel;
}
