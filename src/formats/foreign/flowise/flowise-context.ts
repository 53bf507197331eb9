import type { Json, JsonObject } from '@/base/json';
import { type MappedNode, passOn } from '../draft';
import type { ForeignNode, ForeignReference } from '../foreign-graph';
import type { ReportLine } from '../import-report';
import { NodeContext } from '../node-context';
import { getMember } from '../read-plain';
import { createOutputValue, type FindValue, type FoundValue, readExpression, writeInput } from '../values';
import { findFlowValue, needsStateTask, type ReachingValue, readField, writeReaching } from './find-output';
import { type FlowiseGraph, readUpdates } from './flowise-graph';
import { mapChatModel } from './models';
import { listTurns, writeTurns } from './talk';

/** What a node of Flowise is mapped with. */
export class FlowiseContext extends NodeContext {
  readonly flow: FlowiseGraph;
  /** Tasks before the node, which choose a value by what has run. */
  readonly #choices = new Map<string, { readonly id: string; readonly form: JsonObject }>();

  constructor(flow: FlowiseGraph, node: ForeignNode) {
    super('Flowise', node, flow.findId(node.id));
    this.flow = flow;
  }

  protected findTitle(node: string): string | undefined {
    return this.flow.shape.find(node)?.title;
  }

  protected lookUp(reference: ForeignReference): FoundValue | undefined {
    if (reference.node === 'chat_history') return this.#lookUpTalk();
    const reaching = findFlowValue(this.flow, reference, this.node.id);
    if (reaching === undefined) return undefined;
    const found = this.choose(reaching, [reference.node, ...reference.path].join('.'));
    if (found.is === 'value' && found.isNullable === true)
      this.differs('a value that is not there is nothing, where its name stays in the text');
    return found;
  }

  protected listWanted(): Readonly<Record<string, Json>> {
    return this.flow.readWanted(this.node.id);
  }

  /** What was said before the node, as one text that a task before it gives. */
  #lookUpTalk(): FoundValue {
    this.differs('who said what is written in other words');
    const id = this.#choices.get('chat_history')?.id ?? this.flow.takeExtraId(this.node.id, 'history');
    this.#choices.set('chat_history', { id, form: passOn({ value: writeTurns(listTurns(this)) }) });
    return createOutputValue(id, ['value'], 'text');
  }

  /** A value that depends on what has run, chosen by a task before the node. `key`: the same value has the same. */
  choose(reaching: readonly ReachingValue[], key: string): FoundValue {
    const [first] = reaching;
    if (first !== undefined && first.test === undefined) return first.value;
    const known = this.#choices.get(key);
    const id = known?.id ?? this.flow.takeExtraId(this.node.id, `given_${this.#choices.size + 1}`);
    const give = (value: FoundValue | undefined) =>
      passOn({ value: value === undefined ? null : writeInput(asReference, () => value) });
    const cases = reaching.flatMap(({ test, value }) => (test === undefined ? [] : [{ test, task: give(value) }]));
    const last = reaching.find(({ test }) => test === undefined);
    this.#choices.set(key, { id, form: { type: 'cond', cases, else: give(last?.value) } });
    const isOpen =
      last === undefined || reaching.some(({ value }) => value.is === 'value' && value.isNullable === true);
    return createOutputValue(id, ['value'], 'any', isOpen);
  }

  /** The value of a reference in an expression, which can tell by itself what has run. */
  readonly findInCel: FindValue = (reference) => {
    const reaching = findFlowValue(this.flow, reference, this.node.id);
    const [first] = reaching ?? [];
    if (reaching === undefined || first === undefined || first.test === undefined) return this.find(reference);
    return { is: 'value', path: '', cel: `(${writeReaching(reaching)})`, type: 'any', isNullable: true };
  };

  common(): JsonObject {
    const { title } = this.node;
    return title === '' || title === this.id ? {} : { name: title.slice(0, 120) };
  }

  /** The agent of a task that asks a model. `field`: where the node names its model. */
  agent(field: string, system: string): JsonObject {
    const mapped = mapChatModel(this.text(field), getMember(this.node.raw, `${field}Config`));
    if (mapped === undefined) this.differs('no model is named: choose one');
    if (mapped?.moved !== undefined) this.differs(mapped.moved);
    for (const name of mapped?.left ?? [])
      this.addLine(`model.${name}`, name, [], 'dropped', 'The parameter has no counterpart.');
    return {
      model: mapped?.model ?? 'openai:gpt-6-luna',
      ...(system === '' ? {} : { system }),
      ...(mapped === undefined || Object.keys(mapped.options).length === 0 ? {} : { options: mapped.options }),
      inherit_variables: false,
    };
  }

  /** The tasks of the node: what chooses its values, itself, and what it writes into the state of the flow. */
  whole(tasks: MappedNode['tasks']): MappedNode['tasks'] {
    const written = this.#writeState();
    const choices = [...this.#choices.values()].map(({ id, form }) => [id, form] as const);
    return [...choices, ...tasks, ...written];
  }

  #writeState(): MappedNode['tasks'] {
    const updates = readUpdates(this.node);
    if (updates.length === 0 || !needsStateTask(this.flow, this.node)) return [];
    const own: FindValue = (reference) => {
      if (reference.node !== '$output') return this.find(reference);
      const found = readField(this.flow, this.node.id, reference.path.length === 0 ? undefined : reference.path);
      if (found === undefined) this.differs(`output.${reference.path.join('.').slice(0, 60)} is not known`);
      return found;
    };
    const values = updates.map(({ key, path }): [string, Json] => [
      key,
      writeInput(readExpression(this.node, ...path.split('.')), own),
    ]);
    return [[this.flow.takeExtraId(this.node.id, 'state'), passOn(Object.fromEntries(values))]];
  }

  override standIn(
    why: string,
    todo?: NonNullable<ReportLine['todo']>,
    named?: Readonly<Record<string, Json>>,
  ): MappedNode {
    const mapped = super.standIn(why, todo, named);
    return { ...mapped, tasks: this.whole(mapped.tasks) };
  }

  override done(tasks: MappedNode['tasks'], why: string, best?: MappedNode['mark']): MappedNode {
    return super.done(this.whole(tasks), why, best);
  }
}

const asReference: ForeignReference = { is: 'reference', node: '', path: [] };
