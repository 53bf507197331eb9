import type { Json } from '@/base/json';
import type { Expression } from './foreign-graph';
import type { NodeContext } from './node-context';
import { escapeBraces, writeInput } from './values';

/** Writes the texts of a request: what is filled in is a parameter of its tool, a secret is filled in by the host. */
export class RequestTexts {
  readonly args: Record<string, Json> = {};
  readonly #context: NodeContext;
  readonly #classify: (text: string) => Expression;
  readonly #names = new Map<string, string>();
  #hasSecret = false;

  constructor(context: NodeContext, classify: (text: string) => Expression) {
    this.#context = context;
    this.#classify = classify;
  }

  /** Whether anything that was written until now has a secret in it. */
  get hasSecret(): boolean {
    return this.#hasSecret;
  }

  write(text: string): string {
    const expression = this.#classify(text);
    const parts = expression.is === 'template' ? expression.parts : [expression];
    return parts.map((part) => (typeof part === 'string' ? escapeBraces(part) : this.#writePart(part))).join('');
  }

  #writePart(part: Expression): string {
    if (part.is === 'literal') return escapeBraces(String(part.value ?? ''));
    if (part.is !== 'reference') return '';
    const found = this.#context.findWithSecrets(part);
    if (found === undefined) return '';
    if (found.is === 'secret') {
      this.#hasSecret = true;
      return `{{secrets.${found.name}}}`;
    }
    if (found.is === 'constant') return escapeBraces(String(found.value ?? ''));
    const known = this.#names.get(found.path);
    if (known !== undefined) return `{{${known}}}`;
    const wish = (part.path.at(-1) ?? 'value').replace(/\W/g, '_').replace(/^(?=\d)/, '_');
    let name = wish;
    for (let number = 2; Object.hasOwn(this.args, name) || name === 'secrets'; number += 1) name = `${wish}_${number}`;
    this.#names.set(found.path, name);
    this.args[name] = writeInput(part, this.#context.findWithSecrets);
    return `{{${name}}}`;
  }

  /** `name: value`, a line each. */
  writePairs(text: string): Record<string, string> {
    const pairs = text.split(/\r?\n/).flatMap((line): [string, string][] => {
      const colon = line.indexOf(':');
      const name = (colon < 0 ? line : line.slice(0, colon)).trim();
      const value = colon < 0 ? '' : line.slice(colon + 1).trim();
      return name === '' || /[{}\s]/.test(name) || (value === '' && colon < 0) ? [] : [[name, this.write(value)]];
    });
    return Object.fromEntries(pairs);
  }
}
