import { listReferenceNames } from '@/workflow/expressions/reference';
import type { Count, Size } from './size';

/** What stands for a name whose value is known only in the run. */
export interface UnknownValue {
  /** Task path of the task whose output it is. */
  readonly owner?: string;
  /** The most tokens of it in a prompt. */
  readonly shown: Size;
  /** The most tokens of a part of it, which is read from the whole, not from a shortened view. */
  readonly whole: Size;
}

/** Tokens of what a result tells besides the output: its notes, its error, its figures. */
const besideOutput = 2000;

/** What each name of a scope stands for; null: its value is known. */
type Names = ReadonlyMap<string, UnknownValue | null>;

/** The names of a scope whose values are known only in the run. */
export class UnknownNames {
  readonly #own: Names;
  readonly #outer: UnknownNames | undefined;

  constructor(own: Names, outer?: UnknownNames) {
    this.#own = own;
    this.#outer = outer;
  }

  /** The innermost meaning of a name; undefined: there is no such name; null: its value is known. */
  find(name: string): UnknownValue | null | undefined {
    const own = this.#own.get(name);
    return own === undefined ? this.#outer?.find(name) : own;
  }

  /**
   * The most tokens of what a reference stands for. A text that comes from an outer scope may hold the placeholder of
   * an outer meaning of the same name, so the largest of all meanings counts.
   */
  tokensOf(path: string, count: Count): number {
    for (const name of listReferenceNames(path)) {
      const rest = path.slice(name.length);
      const isPart = rest !== '' && rest !== '.content' && rest !== '.output';
      const beside = isPart && /^\.(notes|error|metrics|usage|criteria)\b/.test(rest) ? besideOutput : 0;
      const sizes = this.#meanings(name).map(({ shown, whole }) =>
        Math.max(shown(count), isPart ? whole(count) : 0, beside),
      );
      if (sizes.length > 0) return Math.max(...sizes);
    }
    return 0;
  }

  #meanings(name: string): readonly UnknownValue[] {
    const own = this.#own.get(name);
    const outer = this.#outer === undefined ? [] : this.#outer.#meanings(name);
    return own === undefined || own === null ? outer : [own, ...outer];
  }
}
