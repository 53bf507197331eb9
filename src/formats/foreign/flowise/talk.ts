import type { ForeignNode } from '../foreign-graph';
import type { NodeContext } from '../node-context';
import { getMember, getText } from '../read-plain';
import { createOutputValue, type FoundValue, writeTemplate } from '../values';
import { readField } from './find-output';
import { type FlowiseGraph, isSpeaking } from './flowise-graph';

/** Who is told what was said before. */
type Listener = Pick<NodeContext, 'node' | 'find' | 'differs'> & { readonly flow: FlowiseGraph };

/** A message. `isLoose`: it begins with what divides it from the one before, or is empty. */
export interface Turn {
  readonly role: string;
  readonly text: string;
  readonly isLoose?: boolean;
}

/** The most messages of other nodes that one is sent. */
const mostTurns = 40;

/** What was said in a run before a node speaks: the question, and what each node before it gave. */
export function listTurns(context: Listener): readonly Turn[] {
  const question = writeQuestion(context);
  const said = listSaid(context, context.node.id).slice(-mostTurns);
  return [...(question === '' ? [] : [{ role: 'user', text: question }]), ...said];
}

function listSaid(context: Listener, reader: string): readonly Turn[] {
  const { flow } = context;
  const { shape, loops } = flow;
  const parent = shape.findParent(reader);
  const outer = parent === undefined ? [] : listSaid(context, parent);
  const inside = flow.writersIn(parent, 'talk');
  const earlier: Turn[] =
    parent !== undefined && loops.has(parent) && inside.length > 0
      ? [{ role: '', text: `{{state.${flow.keep(parent, 'talk')}}}`, isLoose: true }]
      : [];
  const before = inside.filter((id) => shape.isBefore(id, reader)).toReversed();
  if (before.length > mostTurns)
    context.differs(`of ${before.length} messages before it the last ${mostTurns} are sent`);
  return [...outer, ...earlier, ...before.slice(-mostTurns).flatMap((id) => readTurn(flow, id))];
}

function readTurn(flow: FlowiseGraph, id: string): readonly Turn[] {
  const node = flow.shape.find(id);
  if (node === undefined) return [];
  if (flow.loops.has(id)) {
    const found = createOutputValue(flow.takeExtraId(id, 'values'), [flow.keep(id, 'talk')], 'text');
    return [{ role: '', text: writeFound(found), isLoose: true }];
  }
  const found = readField(flow, id, undefined);
  return found === undefined ? [] : [{ role: findRole(node), text: writeFound(found) }];
}

const writeFound = (found: FoundValue): string => writeTemplate({ is: 'reference', node: '', path: [] }, () => found);

/** As whom a node speaks: `llmReturnResponseAs`. What a person answers is the person's. */
function findRole({ raw, kind }: ForeignNode): string {
  if (kind === 'humanInputAgentflow') return 'user';
  return getText(raw, `${kind.replace(/Agentflow$/, '')}ReturnResponseAs`) === 'assistantMessage'
    ? 'assistant'
    : 'user';
}

/** Messages as one text: alone it is the message itself. */
export function writeTurns(turns: readonly Turn[]): string {
  const [only] = turns;
  if (turns.length === 1 && only !== undefined) return only.text;
  return turns
    .map(({ role, text, isLoose }, index) => {
      const words = role === '' ? text : `${role}: ${text}`;
      return index === 0 || isLoose === true ? words : `\n\n${words}`;
    })
    .join('');
}

/** What a talk in a loop is after a round, as CEL: each message is divided from the one before by an empty line. */
export function writeNextTalk(flow: FlowiseGraph, loop: string, name: string): string {
  const said = flow
    .writersIn(loop, 'talk')
    .toReversed()
    .flatMap((id) => {
      const node = flow.shape.find(id);
      if (node === undefined || !isSpeaking(node)) return [];
      const own = `output.${flow.findId(id)}`;
      const text = node.kind === 'humanInputAgentflow' ? `${own}.feedback` : own;
      const isThere = node.kind === 'humanInputAgentflow' ? `has(${own}) && ${text} != ""` : `has(${own})`;
      return [`(${isThere} ? ${JSON.stringify(`\n\n${findRole(node)}: `)} + "%s".format([${text}]) : "")`];
    });
  return [`state.${name}`, ...said].join(' + ');
}

/** What a person asked: the question, or the fields of the form, a line each. */
export function writeQuestion(context: Listener): string {
  const { flow } = context;
  const inputs = flow.graph.inputs.filter(({ name }) => name.startsWith('$form.'));
  const start = flow.graph.nodes.find(({ kind }) => kind === 'startAgentflow');
  if (getText(getMember(start?.raw, 'startInputType') ?? null) === 'webhookTrigger') return '';
  if (inputs.length === 0) return writeTemplate({ is: 'reference', node: 'question', path: [] }, context.find);
  return inputs
    .map(({ name }) => {
      const input = flow.inputs.get(name);
      return input === undefined ? '' : `${name.slice('$form.'.length)}: {{${input.name}}}`;
    })
    .join('\n');
}

/** Whether no node has spoken before one. */
export function isFirstToSpeak(flow: FlowiseGraph, node: ForeignNode): boolean {
  for (let at: string | undefined = node.id; at !== undefined; at = flow.shape.findParent(at)) {
    const reader = at;
    if (flow.writersIn(flow.shape.findParent(at), 'talk').some((id) => flow.shape.isBefore(id, reader))) return false;
  }
  return true;
}
