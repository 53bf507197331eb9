import type { Json, JsonObject } from '@/base/json';
import type { MappedNode } from '../draft';
import { passOn } from '../draft';
import type { Expression, ForeignNode, ForeignReference } from '../foreign-graph';
import type { ImportMark, ReportLine } from '../import-report';
import { memberOf, numberOf, textOf } from '../read-plain';
import { type FindValue, type FoundValue, listReferences, writeInput, writeTemplate } from '../values';
import type { DifyGraph } from './dify-graph';
import { findOutput, findOutputInside } from './find-output';
import { mapModel } from './models';
import { expressionAt } from './read-expressions';

/** What a node is mapped with: it finds values, and collects what of the node is not the same here. */
export class NodeContext {
  readonly dify: DifyGraph;
  readonly node: ForeignNode;
  readonly id: string;
  readonly #differences: string[] = [];
  readonly #lines: ReportLine[] = [];

  constructor(dify: DifyGraph, node: ForeignNode) {
    this.dify = dify;
    this.node = node;
    this.id = dify.idOf(node.id);
  }

  /** Finds the value of a reference; one that finds nothing is left out, and told. */
  readonly find: FindValue = (reference) => this.#findAs(reference, false);

  /** The same where a secret may stand: in requests. */
  readonly findWithSecrets: FindValue = (reference) => this.#findAs(reference, true);

  #findAs(reference: ForeignReference, takesSecrets: boolean) {
    const found = findOutput(this.dify, reference, this.node.id);
    if (found === undefined)
      this.differs(`${[reference.node, ...reference.path].join('.').slice(0, 80)} finds nothing, and is left out`);
    if (found?.is === 'secret' && !takesSecrets)
      this.differs(`the secret ${found.name} is left out: it goes into requests only`);
    return found;
  }

  /** The value of a node in this container, as a task at its end reads it. */
  findInside(reference: ForeignReference): Json {
    return writeInput(reference, (one) => findOutputInside(this.dify, one));
  }

  /** The same as CEL, as the container itself reads it when its tasks have ended. */
  findCelInside(reference: ForeignReference): FoundValue | undefined {
    const found = findOutputInside(this.dify, reference);
    if (found?.is !== 'value') return found;
    const cel = found.cel.replace(/^tasks\./, 'output.').replace(/^(output\.\w+)\.(?:output|content)/, '$1');
    return { ...found, cel, isNullable: true };
  }

  at(...path: readonly string[]): Expression {
    return expressionAt(this.node, ...path);
  }

  template(...path: readonly string[]): string {
    return writeTemplate(this.at(...path), this.find);
  }

  input(expression: Expression): Json {
    return writeInput(expression, this.find);
  }

  text(...path: readonly string[]): string {
    return textOf(this.node.raw, ...path);
  }

  /** Says what is not the same: the node is adapted then. */
  differs(what: string): void {
    if (!this.#differences.includes(what)) this.#differences.push(what);
  }

  addLine(setting: string, old: string, paths: readonly string[], mark: ImportMark, why: string): void {
    this.#lines.push({ place: `setting:${this.node.id}.${setting}`, old, new: paths, mark, why });
  }

  /** The label, and how often it is tried. */
  common(): JsonObject {
    const { title, raw } = this.node;
    const retries =
      memberOf(raw, 'retry_config', 'retry_enabled') === true ? (numberOf(raw, 'retry_config', 'max_retries') ?? 0) : 0;
    const strategy = textOf(raw, 'error_strategy');
    const after = strategy === '' || strategy === 'none' ? {} : { on_max_retries: 'continue' };
    const once = strategy === '' || strategy === 'none' ? {} : { error_handling: { on_error: 'continue' } };
    if (strategy === 'default-value') this.differs('a failure gives null here, not the default value');
    const tries = Math.min(Math.max(Math.round(retries), 0), 100);
    const handling =
      tries > 0 ? { error_handling: { on_error: 'retry', max_retries: tries, backoff: 'linear', ...after } } : once;
    return { ...(title === '' || title === this.id ? {} : { name: title.slice(0, 120) }), ...handling };
  }

  /** The agent of a task that asks a model: nothing is sent beside what Dify sends. */
  agent(path: readonly string[], system: string): JsonObject {
    const mapped = mapModel(memberOf(this.node.raw, ...path));
    if (mapped === undefined) this.differs('no model is named: choose one');
    if (mapped?.moved !== undefined) this.differs(mapped.moved);
    for (const name of mapped?.left ?? [])
      this.addLine(`model.${name}`, name, [], 'dropped', 'The parameter has no counterpart.');
    const model = mapped?.model ?? 'openai:gpt-6-luna';
    return {
      model,
      ...(system === '' ? {} : { system }),
      ...(mapped === undefined || Object.keys(mapped.options).length === 0 ? {} : { options: mapped.options }),
      inherit_variables: false,
    };
  }

  /** The node as tasks: exact, unless something differs. */
  done(tasks: MappedNode['tasks'], why: string, best: ImportMark = 'exact'): MappedNode {
    const [first, ...others] = this.#differences;
    const told = first === undefined ? '' : ` ${first[0]?.toUpperCase()}${[first, ...others].join('; ').slice(1)}.`;
    return {
      tasks,
      mark: first === undefined || best === 'dropped' ? best : 'adapted',
      why: `${why}${told}`,
      more: this.#lines,
    };
  }

  /** A task that does nothing but give what others read of the node. */
  standIn(why: string, todo?: ReportLine['todo']): MappedNode {
    const given = Object.entries(this.node.fields).flatMap(([path, expression]): [string, Json][] => {
      const name = path
        .split('.')
        .findLast((part) => /^[A-Za-z_]\w{0,40}$/.test(part) && part !== 'value' && part !== 'value_selector');
      const isRead = listReferences(expression).length > 0;
      return isRead && name !== undefined
        ? [
            [
              name.replace(/_?(?:variable_)?selector$/, '') || 'value',
              writeInput(expression, (one) => findOutput(this.dify, one, this.node.id)),
            ],
          ]
        : [];
    });
    const inputs = { ...Object.fromEntries(given), ...this.dify.wantedOf(this.node.id) };
    const description = `A stand-in for ${this.node.kind || 'a node'} of Dify: it passes its inputs on.`;
    const form = { ...this.common(), description, ...passOn(inputs) };
    return {
      tasks: [[this.id, form]],
      mark: 'dropped',
      why,
      more: this.#lines,
      ...(todo === undefined ? {} : { todo }),
    };
  }
}
