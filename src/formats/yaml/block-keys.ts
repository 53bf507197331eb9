import type { DocumentPath } from '@/workflow/diagnostic';

/**
 * The key of a block with tasks of the library: where they are in the document, as in `library:NAME/task/subtasks` and
 * `library:NAME/task/director/subtasks:check/inner_task/subtasks`. What comes after a colon is the key of an entry.
 */
export type BodyKey = `library:${string}`;

/** Whether a block is of the library: with all its definitions, one of them, or something within one. */
export function isOfLibrary(key: string): boolean {
  return key === 'library' || key.startsWith('library:');
}

/** Whether a block has the tasks of a group of the library. */
export function isBody(key: string): key is BodyKey {
  return key.startsWith('library:') && key.lastIndexOf('/') > key.lastIndexOf(':');
}

/** What the keys of the entries of a block begin with: `tasks.`, `layout.tasks.`, `library:`. */
export function getEntryPrefix(key: string): string {
  return isOfLibrary(key) ? `${key}:` : `${key}.`;
}

/** Whether a block is an entry of another one. */
export function isEntryOf(key: string, holder: string): boolean {
  const prefix = getEntryPrefix(holder);
  // No name has a slash or a colon.
  return key.startsWith(prefix) && !(isOfLibrary(holder) && /[/:]/.test(key.slice(prefix.length)));
}

/** Whether a block has the tasks of a group in an entry, which is in no other group there. */
export function isBodyIn(key: string, entry: string): key is BodyKey {
  return key.startsWith(`${entry}/`) && !key.includes(':', entry.length);
}

/** Whether a block is within one of the document's own entries. */
export function isInnerKey(key: string): boolean {
  return /^(tasks|layout)\.|^library:/.test(key);
}

/** A key, and the keys of all blocks of the library around it. */
export function listWithHolders(key: string): readonly string[] {
  return [...key.matchAll(/[/:]|$/g)].map(({ index }) => key.slice(0, index));
}

/** The document path of a block with entries, as a file has it: steps and cases are counted from 0. */
export function buildBlockPath(key: string): DocumentPath {
  if (key === 'layout.tasks') return ['layout', 'tasks'];
  const steps = key.split(/[/:]/);
  return steps.map((step, index) => (isListed(steps[index - 1]) && /^\d+$/.test(step) ? Number(step) : step));
}

const isListed = (field: string | undefined): boolean => field === 'steps' || field === 'cases';

/** What a task must have besides the field that a part of it is in, so that it can be read with this field alone. */
const aroundPart: Readonly<Record<string, string>> = {
  subtasks: 'type: group',
  steps: 'type: sequential',
  cases: 'type: cond',
  else: 'type: cond',
  inner_task: 'type: map',
  reduction_task: 'type: reduce',
  director: 'type: director_evaluator',
  evaluator: 'type: director_evaluator',
};

/** The fields of a task that hold tasks which may be groups. */
export const partFields: readonly string[] = Object.keys(aroundPart);

/** What a step of a document path leads to, by what it starts from. */
type Place = 'document' | 'definitions' | 'definition' | 'task' | 'tasks' | 'steps' | 'cases' | 'case';
const placeAfter: { readonly [K in Place]: (step: string | number) => Place } = {
  document: (step) => (step === 'library' ? 'definitions' : 'tasks'),
  definitions: () => 'definition',
  definition: () => 'task',
  task: (step) => (step === 'steps' || step === 'cases' ? step : step === 'subtasks' ? 'tasks' : 'task'),
  tasks: () => 'task',
  steps: () => 'task',
  cases: () => 'case',
  case: () => 'task',
};

/** The text that comes before the entries of a block when they are read without the rest of the text. */
export function buildTextAbove(key: string): string {
  const lines: string[] = [];
  let column = 0;
  let place: Place = 'document';
  for (const step of buildBlockPath(key)) {
    const around = place === 'task' ? aroundPart[step] : undefined;
    if (around !== undefined) lines.push(' '.repeat(column) + around);
    if (typeof step === 'number') {
      const item = `${' '.repeat(column - 1)}- ${place === 'cases' ? 'test' : 'name'}: x`;
      lines.push(...Array.from({ length: step + 1 }, () => item));
    } else lines.push(`${' '.repeat(column)}${JSON.stringify(step)}:`);
    place = placeAfter[place](step);
    column += 1;
  }
  return lines.map((line) => `${line}\n`).join('');
}
