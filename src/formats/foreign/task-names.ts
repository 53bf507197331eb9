import { nameProblem } from '@/base/name';

/** Names that mean something of their own in a template. */
export const reservedNames = [
  'item',
  'index',
  'name',
  'state',
  'last',
  'iteration',
  'secrets',
  'tasks',
  'inputs',
  'variables',
  'output',
  'content',
  'result',
  'input',
  'env',
  'stdin',
  'status',
];

/** Gives ids: the title in snake_case, made unique. A title without Latin letters gives the kind. */
export class TaskNames {
  readonly #taken: Set<string>;

  /** `reserved`: names that mean something else in a template. */
  constructor(reserved: readonly string[] = []) {
    this.#taken = new Set(reserved);
  }

  take(...wishes: readonly string[]): string {
    const base = wishes.map(toSnakeCase).find((name) => nameProblem(name) === undefined) ?? 'task';
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? base : `${base}_${number}`;
      if (this.#taken.has(name) || nameProblem(name) !== undefined) continue;
      this.#taken.add(name);
      return name;
    }
  }
}

const mostLetters = 40;

/** `Order status?` → `order_status`. A title of which most is not Latin says nothing in Latin letters. */
function toSnakeCase(title: string): string {
  const letters = title.replace(/[\s\d\p{P}\p{S}]/gu, '');
  const latin = letters.replace(/[^A-Za-z]/g, '');
  if (latin.length * 2 < letters.length) return '';
  return title
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, mostLetters)
    .replace(/_+$/, '');
}
