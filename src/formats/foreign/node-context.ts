import type { Json, JsonObject } from '@/base/json';
import type { MappedNode } from './draft';
import { passOn } from './draft';
import type { Expression, ForeignNode, ForeignReference } from './foreign-graph';
import type { ImportMark, ReportLine } from './import-report';
import { getText } from './read-plain';
import { type FindValue, type FoundValue, listReferences, readExpression, writeInput, writeTemplate } from './values';

/** What a person does next about a stand-in, where several formats have the same. */
export const redraw = { label: 'Draw it by hand' } as const;
export const attachDocuments = { label: 'Attach the documents to the task that reads them' } as const;
export const unknownKind = 'No node of this kind is known here.';

/** What a node is mapped with: it finds values, and collects what of the node is not the same here. */
export abstract class NodeContext {
  readonly node: ForeignNode;
  readonly id: string;
  readonly #program: string;
  readonly #differences: string[] = [];
  readonly #lines: ReportLine[] = [];

  /** `program`: the one that drew it, for a person. */
  constructor(program: string, node: ForeignNode, id: string) {
    this.#program = program;
    this.node = node;
    this.id = id;
  }

  /** What a reference is here; undefined: nothing that runs before the node gives that. */
  protected abstract lookUp(reference: ForeignReference): FoundValue | undefined;

  /** The title of a node, which a person knows it by. */
  protected abstract findTitle(node: string): string | undefined;

  /** What others read of the node, with what stands in for each. */
  protected abstract listWanted(): Readonly<Record<string, Json>>;

  /** The label, and how often it is tried. */
  abstract common(): JsonObject;

  /** Finds the value of a reference; one that finds nothing is left out, and told. */
  readonly find: FindValue = (reference) => this.#findAs(reference, false);

  /** The same where a secret may stand: in requests. */
  readonly findWithSecrets: FindValue = (reference) => this.#findAs(reference, true);

  #findAs(reference: ForeignReference, takesSecrets: boolean) {
    const found = this.lookUp(reference);
    if (found === undefined) {
      const { node, path } = reference;
      this.differs(
        `“${[this.findTitle(node) || node, ...path].join('.').slice(0, 80)}” finds nothing, and is left out`,
      );
    }
    if (found !== undefined && found.is !== 'secret' && found.differs !== undefined) this.differs(found.differs);
    if (found?.is === 'secret' && !takesSecrets)
      this.differs(`the secret ${found.name} is left out: it goes into requests only`);
    return found;
  }

  at(...path: readonly string[]): Expression {
    return readExpression(this.node, ...path);
  }

  template(...path: readonly string[]): string {
    return writeTemplate(this.at(...path), this.find);
  }

  input(expression: Expression): Json {
    return writeInput(expression, this.find);
  }

  text(...path: readonly string[]): string {
    return getText(this.node.raw, ...path);
  }

  /** Says what is not the same: the node is adapted then. */
  differs(what: string): void {
    if (!this.#differences.includes(what)) this.#differences.push(what);
  }

  addLine(setting: string, old: string, paths: readonly string[], mark: ImportMark, why: string): void {
    this.#lines.push({ place: `setting:${this.node.id}.${setting}`, old, new: paths, mark, why });
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

  /**
   * A task that does nothing but give what others read of the node. Its mark is in the document, in every notation, so
   * that a problem is shown until it has a body. `todo`: what a person does next. `named`: its inputs, if it has names
   * for them.
   */
  standIn(
    why: string,
    todo: NonNullable<ReportLine['todo']> = { label: 'Write its script' },
    named?: Readonly<Record<string, Json>>,
  ): MappedNode {
    const inputs = { ...(named ?? this.#nameFields()), ...this.listWanted() };
    const mark = `It stands for ${this.node.kind || 'a node'} of ${this.#program}. ${why}`;
    const form = { ...this.common(), ...passOn(inputs), 'x-stand-in': mark };
    return { tasks: [[this.id, form]], mark: 'dropped', why, more: this.#lines, todo };
  }

  /** What the fields of the node read, each by its own name. */
  #nameFields(): Readonly<Record<string, Json>> {
    const given = Object.entries(this.node.fields).flatMap(([path, expression]): [string, Json][] => {
      const name = path
        .split('.')
        .findLast((part) => /^[A-Za-z_]\w{0,40}$/.test(part) && part !== 'value' && part !== 'value_selector');
      if (name === undefined || listReferences(expression).length === 0) return [];
      const input = writeInput(expression, (one) => this.lookUp(one));
      return [[name.replace(/_?(?:variable_)?selector$/, '') || 'value', input]];
    });
    return Object.fromEntries(given);
  }
}
