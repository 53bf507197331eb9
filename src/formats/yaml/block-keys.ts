/** The key of the block with the tasks of a function of the library that is a group: `library/NAME`. */
export type BodyKey = `library/${string}`;

/** The key of the tasks of a function. No name has a slash. */
export function bodyKey(name: string): BodyKey {
  return `library/${name}`;
}

/** The name of the function whose tasks a block holds; undefined: it holds others. */
export function functionOfBody(key: string): string | undefined {
  return key.startsWith('library/') ? key.slice('library/'.length) : undefined;
}

/** What the keys of the entries of a block begin with: `tasks.`, `layout.tasks.`, `library/NAME/`. */
export function entryPrefix(key: string): string {
  return functionOfBody(key) === undefined ? `${key}.` : `${key}/`;
}

/** Whether a block is within one of the document's own entries. */
export function isInnerKey(key: string): boolean {
  return /^(tasks|layout)\.|^library\//.test(key);
}

/** The text that comes before the entries of a block when they are read without the rest of the text. */
export function textAbove(key: string): string {
  if (key === 'tasks') return 'tasks:\n';
  if (key === 'layout.tasks') return 'layout:\n tasks:\n';
  return `library:\n ${JSON.stringify(functionOfBody(key))}:\n  task:\n   type: group\n   subtasks:\n`;
}
