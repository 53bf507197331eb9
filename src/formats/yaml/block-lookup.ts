import { indentAt } from './text-lines';
import type { YamlBlock, YamlSource } from './yaml-source';

/** Finds the blocks of a text by their keys; lists all only where that is needed. */
export class BlockLookup {
  readonly #list: () => readonly YamlBlock[];
  readonly #find: ((key: string) => YamlBlock | undefined) | undefined;
  readonly #unit: number | undefined;
  #byKey: ReadonlyMap<string, YamlBlock> | undefined;

  /** `find`: finds some of the blocks without a list of all; `unit`: what {@link findUnit} finds. */
  constructor(
    list: () => readonly YamlBlock[],
    find?: (key: string) => YamlBlock | undefined,
    unit?: number | undefined,
  ) {
    this.#list = list;
    this.#find = find;
    this.#unit = unit;
  }

  get(key: string): YamlBlock | undefined {
    return (this.#byKey === undefined ? this.#find?.(key) : undefined) ?? this.#map().get(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  values(): Iterable<YamlBlock> {
    return this.#map().values();
  }

  keys(): Iterable<string> {
    return this.#map().keys();
  }

  /** How many spaces deeper the tasks are than their key; 0: not known. */
  findUnit(text: string): number {
    if (this.#unit !== undefined) return this.#unit;
    const blocks = this.#list();
    const tasks = blocks.find(({ key }) => key === 'tasks');
    const first = blocks.find(({ key }) => key.startsWith('tasks.'));
    return tasks && first ? indentAt(text, first.from) - indentAt(text, tasks.from) : 0;
  }

  #map(): ReadonlyMap<string, YamlBlock> {
    this.#byKey ??= new Map(this.#list().map((block) => [block.key, block]));
    return this.#byKey;
  }
}

const lookups = new WeakMap<YamlSource, BlockLookup>();

/** Uses this lookup for a text from now on. */
export function keepLookup(source: YamlSource, lookup: BlockLookup): void {
  lookups.set(source, lookup);
}

/** The lookup of a text, made once. */
export function getBlockLookup(source: YamlSource): BlockLookup {
  const known = lookups.get(source) ?? new BlockLookup(() => source.blocks);
  lookups.set(source, known);
  return known;
}
