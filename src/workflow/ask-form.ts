import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { nameProblem } from '@/base/name';
import { err, ok, type Result } from '@/base/result';
import { normalizeFilePath } from './file-path';
import type { AskTask } from './tasks';

/** A field of a form that a person fills in, its defaults applied. */
export interface AskField {
  readonly type: 'text' | 'number' | 'boolean' | 'choice' | 'file';
  readonly label?: string;
  /** Of a choice. */
  readonly options?: readonly string[];
  /** What is filled in at first; left out: nothing. */
  readonly default?: Json;
  readonly required: boolean;
}

/** A form that a person fills in: its fields by the names that the answer has, in their order. */
export type AskForm = Readonly<Record<string, AskField>>;

/** The form of a task, its defaults applied. */
export function buildAskForm({ form = {} }: Pick<AskTask, 'form'>): AskForm {
  const fields = Object.entries(form).map(([name, { extensions: _extensions, ...field }]): [string, AskField] => [
    name,
    { ...(field as Partial<AskField>), type: field.type ?? 'text', required: field.required ?? false },
  ]);
  return Object.fromEntries(fields);
}

/** What is wrong with an answer: one sentence for each wrong field, by its name. */
export type AnswerProblems = ReadonlyMap<string, string>;

/** The longest text of an answer, in characters. */
export const maxAnswerLength = 1_000_000;

/**
 * Reads an answer to a form, which may come from anywhere. A field that it lacks has its default; null is an empty one.
 * An empty field that is not required is an empty text, false, or null.
 */
export function readAnswer(form: AskForm, given: Json | undefined): Result<JsonObject, AnswerProblems> {
  if (given === undefined || !isJsonObject(given))
    return err(new Map([['', 'The answer is not an object of fields.']]));
  const problems = new Map<string, string>();
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(form, name)) problems.set(name, 'The form has no such field.');
  }
  const answer = Object.entries(form).map(([name, field]): [string, Json] => {
    const value = Object.hasOwn(given, name) ? (given[name] ?? null) : (field.default ?? null);
    const problem = findFieldProblem(field, value);
    if (problem !== undefined) problems.set(name, problem);
    return [name, value ?? createEmptyValue(field)];
  });
  return problems.size > 0 ? err(problems) : ok(Object.fromEntries(answer));
}

/** What is wrong with the value of a field; undefined: nothing. Null is an empty field. */
export function findFieldProblem({ type, options = [], required }: AskField, value: Json): string | undefined {
  if (value === null || value === '') {
    if (required) return 'It is required.';
    return value === '' && type !== 'text' ? 'Leave it out, or give a value.' : undefined;
  }
  switch (type) {
    case 'text':
      if (typeof value !== 'string') return 'This is not a text.';
      return value.length > maxAnswerLength ? `It is longer than ${maxAnswerLength} characters.` : undefined;
    case 'number':
      return (typeof value === 'number' && Number.isFinite(value)) || typeof value === 'bigint'
        ? undefined
        : 'This is not a number.';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'This is neither true nor false.';
    case 'choice':
      return typeof value === 'string' && options.includes(value) ? undefined : `Choose one of ${options.join(', ')}.`;
    case 'file':
      return typeof value === 'string' && isFilePath(value)
        ? undefined
        : 'This is not a path of a file, such as /a.md.';
  }
}

function isFilePath(path: string): boolean {
  try {
    return normalizeFilePath(path) === path;
  } catch {
    return false;
  }
}

/** What stands for an empty field in an answer. */
function createEmptyValue({ type }: AskField): Json {
  return type === 'text' ? '' : type === 'boolean' ? false : null;
}

const words: Readonly<Record<string, boolean>> = { true: true, yes: true, y: true, false: false, no: false, n: false };

/** The value of a field for a text that a person typed. A text that is no such value stays a text, which is refused. */
export function parseTypedValue({ type, options = [] }: AskField, typed: string): Json {
  const text = typed.trim();
  if (type === 'text') return typed;
  if (text === '') return null;
  if (type === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  if (type === 'boolean') return Object.hasOwn(words, text.toLowerCase()) ? (words[text.toLowerCase()] ?? null) : text;
  if (type === 'file') return text.startsWith('/') ? text : `/${text.replace(/^\.\//, '')}`;
  // A choice may be given by its number, unless an option reads like one.
  if (type === 'choice' && !options.includes(text) && /^\d+$/.test(text)) return options[Number(text) - 1] ?? text;
  return text;
}

/** Problems as sentences, for where the fields are not beside them. */
export function formatAnswerProblems(problems: AnswerProblems): readonly string[] {
  return [...problems].map(([name, problem]) => (name === '' ? problem : `${name}: ${problem}`));
}

/** Reads a form from where it was recorded; undefined if it is none. */
export function readForm(recorded: Json): AskForm | undefined {
  if (!isJsonObject(recorded)) return undefined;
  const isForm = Object.entries(recorded).every(
    ([name, field]) => nameProblem(name) === undefined && isJsonObject(field) && typeof field['type'] === 'string',
  );
  return isForm ? (recorded as unknown as AskForm) : undefined;
}
