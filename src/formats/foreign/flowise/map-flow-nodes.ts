import type { Json, JsonObject } from '@/base/json';
import { type MappedNode, passOn } from '../draft';
import { getMember, readPlain } from '../read-plain';
import { escapeValue, writeInput, writeTaskInCel } from '../values';
import { writeCondition } from './conditions';
import { findExit, findReaching, readField, readStatic, readWritten, writeReaching } from './find-output';
import type { FlowiseContext } from './flowise-context';
import { type FlowiseGraph, hasSeveralStarts } from './flowise-graph';
import { readList } from './read-flowise';
import { writeNextTalk } from './talk';
import { type RepeatedNodes, readTarget } from './wrap-loops';

/** `run` of Condition.ts: the exit of the first condition that holds, else the last. */
export function mapCondition(context: FlowiseContext): MappedNode {
  const conditions = readList(getMember(context.node.raw, 'conditions'));
  const cases = conditions.map((one, index) => ({
    test: writeCondition(context, one, `conditions.${index}`),
    task: passOn({ case: String(index) }),
  }));
  const last = passOn({ case: String(conditions.length) });
  const form: JsonObject =
    cases.length === 0 ? { ...context.common(), ...last } : { ...context.common(), type: 'cond', cases, else: last };
  const told = cases.map(({ test }) => test).join('; ');
  return context.done(
    [[context.id, form]],
    `${cases.length === 1 ? '1 case' : `${cases.length} cases`}: ${told.slice(0, 300)}`,
  );
}

/** https://docs.flowiseai.com/using-flowise/agentflowv2#id-8.-iteration-node, `executeNode` in buildAgentflow.ts. */
export function mapFlowIteration(context: FlowiseContext, draw: (parent: string) => JsonObject): MappedNode {
  const { node, flow } = context;
  const drawn = draw(node.id);
  if (Object.keys(drawn).length === 0) return context.standIn('Nothing is in it.');
  const items = readItems(context);
  if (items === undefined) return context.standIn('It goes over a list that is not known here.');
  const ends = flow.shape.listChildren(node.id).filter(({ id }) => flow.shape.listEdgesOutOf(id).length === 0);
  const exits = ends.map(({ id }) => findExit(flow, id));
  const values = ends.map(({ id }) => {
    const found = readField(flow, id, undefined) ?? readWritten(flow, 'talk', id);
    return passOn({
      value: found === undefined ? null : writeInput({ is: 'reference', node: '', path: [] }, () => found),
    });
  });
  const [first] = values;
  const cases = values.map((task, index) => ({
    test: `${writeTaskInCel(exits[index] ?? '')}.status != "SKIPPED"`,
    task,
  }));
  const gathered: JsonObject =
    values.length === 1 && first !== undefined ? first : { type: 'cond', cases, else: passOn({ value: null }) };
  const isList = context.text('iterationOutputStructure') === 'jsonArray';
  context.differs('an item that fails is left out, where its error is its text');
  const isWritten = flow.graph.nodes.some(({ id, kind, raw }) => isInside(flow, id, node.id) && hasUpdate(kind, raw));
  if (isWritten) context.differs('what its items write into the state of the flow is not carried on');
  const name = flow.takeExtraId(node.id, 'result');
  const texts = `output.filter(x, x.${name}.value != null).map(x, "%s".format([x.${name}.value])).join("\\n")`;
  const form: JsonObject = {
    ...context.common(),
    type: 'map',
    items,
    inner_task: { type: 'group', subtasks: { ...drawn, [name]: { ...gathered, depends_on: exits } } },
    max_concurrency: 1,
    on_item_error: 'skip',
    returns: { [flow.takeExtraId(node.id, 'output')]: isList ? `output.map(x, x.${name}.value)` : texts },
  };
  return context.done([[context.id, form]], 'One item after the other; the texts of all are joined.', 'adapted');
}

const hasUpdate = (kind: string, raw: Json): boolean =>
  readList(getMember(raw, `${kind.replace(/Agentflow$/, '')}UpdateState`)).length > 0;

function isInside({ shape }: FlowiseGraph, id: string, holder: string): boolean {
  for (let at = shape.findParent(id); at !== undefined; at = shape.findParent(at)) if (at === holder) return true;
  return false;
}

/** The list that an iteration goes over: a value, or one that is written in it. */
function readItems(context: FlowiseContext): Json | undefined {
  const expression = context.at('iterationInput');
  if (expression.is === 'literal') {
    if (typeof expression.value !== 'string')
      return Array.isArray(expression.value) ? escapeValue(expression.value) : undefined;
    const read = readPlain(expression.value.replace(/\\([[\]{}"'])/g, '$1'));
    return read.ok && Array.isArray(read.value) ? escapeValue(read.value) : undefined;
  }
  if (expression.is !== 'reference') return undefined;
  const found = context.find(expression);
  if (found?.is !== 'value') return undefined;
  return { from: found.cel.endsWith('.content') ? `${found.path}.output` : found.path };
}

/** https://docs.flowiseai.com/using-flowise/agentflowv2#id-11.-loop-node: it says that there is another round. */
export function mapLoopNode(context: FlowiseContext): MappedNode {
  const { node, flow } = context;
  const holder = flow.loops.get(flow.shape.findParent(node.id) ?? '');
  const target = flow.shape.find(readTarget(node));
  if (holder === undefined || target === undefined)
    return context.standIn('It leads back to a node that does not lead to it.');
  if (context.text('fallbackMessage') !== '')
    context.differs('its message is not said when there were too many rounds');
  if (holder.back.length > 1) context.differs('the rounds of all loops are counted together');
  if (hasSeveralStarts(holder)) context.differs('where the next round begins is a value of its state');
  if (holder.exits.some(({ port }) => port === ''))
    context.differs('what leaves the loop runs once, after the last round');
  const form = { ...context.common(), ...passOn({ again: true }) };
  return context.done([[context.id, form]], `Back to ${target.title}, at most ${holder.rounds} rounds.`);
}

/** The nodes of a loop, as a group that is run again while one of them leads back. */
export function mapLoopHolder(
  context: FlowiseContext,
  loop: RepeatedNodes,
  draw: (parent: string) => JsonObject,
): MappedNode {
  const { flow, node, id } = context;
  const drawn = draw(node.id);
  const back = loop.back.map((one) => ({ ...one, test: `has(output.${flow.findId(one.id)})` }));
  const state: [string, string][] = [];
  const initial: [string, Json][] = [];
  if (hasSeveralStarts(loop)) {
    const next = back.map(({ test, to }) => `${test} ? ${JSON.stringify(flow.findId(to))} : `).join('');
    state.push(['next', `${next}""`]);
    initial.push(['next', '']);
  }
  for (const [key, name] of flow.kept.get(node.id) ?? []) {
    const outer = key === 'talk' ? undefined : findReaching(flow, key, node.id);
    state.push([name, key === 'talk' ? writeNextTalk(flow, node.id, name) : writeNext(flow, node.id, key, name)]);
    initial.push([name, key === 'talk' ? '' : ((outer && readStatic(flow, key, outer)) ?? null)]);
  }
  const exits = loop.exits.map((edge, index): [string, string] => {
    const exit = findExit(flow, edge.from);
    const test = writeExitTest(flow, edge.from, edge.port);
    return [`exit_${index}`, `has(output.${exit})${test === undefined ? '' : ` && ${turnInsideOut(test)}`}`];
  });
  const given = [...exits, ...state.filter(([name]) => name !== 'next')];
  const returned = given.map(([name, cel]) => ({ name, cel, as: flow.takeExtraId(node.id, name) }));
  const form: JsonObject = {
    ...context.common(),
    type: 'group',
    subtasks: drawn,
    loop: {
      type: 'until',
      condition: back.map(({ test }) => `!${test}`).join(' && '),
      max_iterations: loop.rounds,
      ...(state.length === 0 ? {} : { state: Object.fromEntries(state), initial_state: Object.fromEntries(initial) }),
    },
    ...(returned.length === 0 ? {} : { returns: Object.fromEntries(returned.map(({ as, cel }) => [as, cel])) }),
  };
  const values = passOn(Object.fromEntries(returned.map(({ as, name }): [string, Json] => [name, { from: as }])));
  return context.done(
    [
      [id, form],
      [flow.takeExtraId(node.id, 'values'), values],
    ],
    'The nodes of a loop.',
  );
}

/** What a value is after a round: what the last task that ran made of it, else what it was. */
function writeNext(flow: FlowiseGraph, loop: string, key: string, name: string): string {
  const outer = findReaching(flow, key, loop);
  const isKnown = outer === undefined || readStatic(flow, key, outer) !== undefined;
  const before = isKnown ? `state.${name}` : `(iteration > 1 ? state.${name} : ${writeReaching(outer)})`;
  const written = flow.writersIn(loop, key).flatMap((id) => {
    const value = readWritten(flow, key, id);
    if (value?.is !== 'value') return [];
    return [`has(output.${findExit(flow, id)}) ? ${turnInsideOut(value.cel)} : `];
  });
  return `${written.join('')}${before}`;
}

/** An expression over tasks in a container, as the container has it. */
const turnInsideOut = (cel: string): string => cel.replace(/\btasks\.(\w+)\.(?:output|content)/g, 'output.$1');

/** When an exit of a node is taken, as CEL; undefined: whenever the node has ended. */
export function writeExitTest(flow: FlowiseGraph, id: string, port: string): string | undefined {
  const node = flow.shape.find(id);
  if (port === '' || node === undefined || flow.replaced.has(id)) return undefined;
  const task = writeTaskInCel(findExit(flow, id));
  if (flow.loops.has(id)) return `${task}.output.${port} == true`;
  if (node.kind === 'humanInputAgentflow') return `${task}.output.action == ${port === '0' ? '"proceed"' : '"reject"'}`;
  return `${task}.output.case == ${JSON.stringify(port)}`;
}
