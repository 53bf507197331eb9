import type { TaskOption } from './task-option';

/** The options that all words of a text begin a word of, by name first; all of them if there is no text. */
export function findOptions(options: readonly TaskOption[], text: string): readonly TaskOption[] {
  const wanted = splitWords(text);
  const isIn = (words: readonly string[]) => wanted.every((word) => words.some((one) => one.startsWith(word)));
  const byName = options.filter(({ label }) => isIn(splitWords(label)));
  const byMeaning = options.filter((one) => !byName.includes(one) && isIn(splitWords(listWords(one))));
  return [...byName, ...byMeaning];
}

/** All that an option may be looked for by: its names on screen, its meaning, and the names of its fields. */
const listWords = ({ label, help, also = '', paths }: TaskOption) => [label, help, also, ...paths.flat()].join(' ');

function splitWords(text: string): readonly string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
