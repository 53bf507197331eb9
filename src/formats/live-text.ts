import { isSameJson } from '@/base/json';
import { applyTextEdits, type TextEdit } from '@/workflow/change';
import { DocumentChecks } from '@/workflow/validate/validate';
import { addProblems, type MoreChecks } from './check-meaning';
import type { ReadAny } from './read-any';
import { LiveYaml } from './yaml/live/live-yaml';
import type { ReadYaml } from './yaml/read-yaml';

/**
 * The text of a workflow while it is edited, with its document and its problems. After an edit, only the affected parts
 * are read and checked again.
 */
export class LiveText {
  #yaml: LiveYaml;
  #checks = new DocumentChecks();
  #last: { readonly read: ReadYaml; readonly known: readonly string[]; readonly checked: ReadAny } | undefined;

  /** A branch whose edits are expected here. */
  #expected: LiveText | undefined;

  constructor(text: string) {
    this.#yaml = new LiveYaml(text);
  }

  /** The same text with all that is known of it, to try edits on. This one stays as it is. */
  branch(): LiveText {
    const branch = new LiveText('');
    branch.#yaml = this.#yaml.branch();
    branch.#checks = this.#checks.branch();
    branch.#last = this.#last;
    return branch;
  }

  /** Keeps what was read of a branch, in case the next edit makes this text the same. */
  expect(branch: LiveText): void {
    this.#expected = branch;
  }

  get text(): string {
    return this.#yaml.text;
  }

  /** Whether only what is edited is read again. */
  get isDivided(): boolean {
    return this.#yaml.isDivided;
  }

  /** Edits the text. Throws if the edits were made for another text; then nothing changes. */
  edit(edits: readonly TextEdit[]): void {
    const expected = this.#expected;
    this.#expected = undefined;
    if (expected !== undefined && applyTextEdits(this.text, edits) === expected.text) {
      this.#yaml = expected.#yaml;
      this.#checks = expected.#checks;
      this.#last = expected.#last;
    } else {
      this.#yaml.edit(edits);
    }
  }

  /** Reads some of what was edited, so that less is left for {@link read}. Whether to go on. */
  readAhead(): boolean {
    return this.#yaml.readAhead();
  }

  /** The document of the text. */
  read(): ReadYaml {
    return this.#yaml.read();
  }

  /** The document of the text, with the problems of its meaning. `known`: ids of providers that a model may name. */
  check(known: readonly string[], more: MoreChecks): ReadAny {
    const read = this.read();
    if (this.#last?.read === read && isSameJson(this.#last.known, known)) return this.#last.checked;
    const { document, diagnostics, locate } = read;
    const checked = document
      ? addProblems({ document, diagnostics, locate }, [...this.#checks.check(document, known), ...more(document)])
      : { diagnostics, locate };
    this.#last = { read, known, checked };
    return checked;
  }

  /** Makes the next check start from scratch, as something besides the text has changed. */
  forget(): void {
    this.#last = undefined;
  }
}
