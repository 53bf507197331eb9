import { Validator } from '@cfworker/json-schema';
import { findClosest } from '@/base/did-you-mean';
import type { Json, JsonObject } from '@/base/json';
import { encodeJson, tryDecodeJson } from '@/base/json-text';
import { err, ok, type Result } from '@/base/result';
import { roundWholeNumbers } from '@/base/rounded-json';
import { findFieldProblem, parseTypedValue } from '../ask-form';
import { allowNullable } from '../nullable-schema';
import type { InputField } from './input-field';

/** What is wrong with a given value: what it is, and what to do, in whole sentences. */
export interface InputProblem {
  /** The name of the input, or the name that is none. */
  readonly name: string;
  readonly message: string;
}

/** What is known of a file that is given. */
export interface InputFileFacts {
  readonly bytes: number;
  /** Left out: its path alone tells what it is. */
  readonly mediaType?: string | undefined;
}

/** Finds a file that is given by its path; undefined: there is none. */
export type FindInputFile = (path: string) => InputFileFacts | undefined;

/**
 * Reads what a run is given, from a form, a file or a request: the value of every field, or every problem at once. A
 * field that is not given has its default, else null. `findFile`: left out, files are not looked at.
 */
export function readInputs(
  fields: readonly InputField[],
  given: JsonObject,
  findFile?: FindInputFile,
): Result<JsonObject, readonly InputProblem[]> {
  const names = fields.map(({ name }) => name);
  const problems: InputProblem[] = [];
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) problems.push({ name, message: explainUnknownInput(name, names) });
  }
  const values = fields.map((field): [string, Json] => {
    const value = Object.hasOwn(given, field.name) ? (given[field.name] ?? null) : (field.default ?? null);
    const message = findInputProblem(field, value, findFile);
    if (message !== undefined) problems.push({ name: field.name, message });
    return [field.name, value];
  });
  return problems.length > 0 ? err(problems) : ok(Object.fromEntries(values));
}

function explainUnknownInput(name: string, names: readonly string[]): string {
  const guess = findClosest(name, names);
  if (guess !== undefined) return `There is no such input. Did you mean ${guess}?`;
  return names.length === 0
    ? 'The workflow takes no inputs.'
    : `There is no such input. There are: ${names.join(', ')}.`;
}

/** What is wrong with the value of one field; undefined: nothing. Null and blanks are an empty field. */
export function findInputProblem(field: InputField, value: Json, findFile?: FindInputFile): string | undefined {
  if (isEmptyInput(field, value)) {
    if (field.required) return `It is required. ${explainExpected(field)}`;
    if (value === null || field.type === 'text') return undefined;
  }
  const { type } = field;
  switch (type) {
    case 'text':
      return findTextProblem(field, value);
    case 'number':
      return findNumberProblem(field, value);
    case 'json':
      return findJsonProblem(field, value);
    case 'file':
      return findFilesProblem(field, value, findFile);
    case 'boolean':
    case 'choice': {
      const problem = findFieldProblem({ ...field, type, required: false }, value);
      return problem === undefined || type === 'choice' ? problem : `${problem} ${explainExpected(field)}`;
    }
  }
}

/** Whether a value is no answer to a required field: null, only blanks, or a list of no files. */
export function isEmptyInput({ multiple }: Pick<InputField, 'multiple'>, value: Json): boolean {
  if (Array.isArray(value)) return multiple && value.length === 0;
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** What to give. */
function explainExpected({ type, options = [], multiple, ...bounds }: InputField): string {
  switch (type) {
    case 'text':
      return 'Give a text.';
    case 'number':
      return `Give ${formatRange(bounds)}.`;
    case 'boolean':
      return 'Give true or false.';
    case 'choice':
      return `Choose one of ${options.join(', ')}.`;
    case 'file':
      return multiple ? 'Give one file or more.' : 'Give a file.';
    case 'json':
      return 'Give a JSON value.';
  }
}

type Bounds = Pick<InputField, 'min' | 'max' | 'integer'>;

function formatRange({ min, max, integer }: Bounds): string {
  const noun = integer ? 'a whole number' : 'a number';
  if (min !== undefined && max !== undefined) return `${noun} from ${min} to ${max}`;
  if (min !== undefined) return `${noun} of ${min} or more`;
  return max === undefined ? noun : `${noun} of ${max} or less`;
}

function findTextProblem({ type: _type, maxLength, ...field }: InputField, value: Json): string | undefined {
  const problem = findFieldProblem({ ...field, type: 'text', required: false }, value);
  if (problem !== undefined) return `${problem} Give ${typeof value === 'string' ? 'a shorter one' : 'a text'}.`;
  // Characters are code points, as in JSON Schema: what a person counts as one is not cut in two.
  const length = typeof value === 'string' ? [...value].length : 0;
  if (maxLength === undefined || length <= maxLength) return undefined;
  return `It has ${length} characters, and the most is ${maxLength}. Shorten it.`;
}

function findNumberProblem(field: InputField, value: Json): string | undefined {
  const { min, max, integer } = field;
  const isNumber = (typeof value === 'number' && Number.isFinite(value)) || typeof value === 'bigint';
  if (!isNumber) return `This is not a number. ${explainExpected(field)}`;
  const found =
    min !== undefined && value < min
      ? `${value} is less than ${min}.`
      : max !== undefined && value > max
        ? `${value} is more than ${max}.`
        : integer && typeof value === 'number' && !Number.isInteger(value)
          ? `${value} is not a whole number.`
          : undefined;
  return found && `${found} ${explainExpected(field)}`;
}

function findJsonProblem({ schema }: InputField, value: Json): string | undefined {
  if (schema === undefined) return undefined;
  const { valid, errors } = validateJson(schema, value);
  if (valid) return undefined;
  const { instanceLocation = '#', error = '' } = errors.at(-1) ?? {};
  return `It is not what its schema asks for. ${instanceLocation}: ${error}`;
}

function validateJson(schema: JsonObject, value: Json): ReturnType<Validator['validate']> {
  try {
    return new Validator(roundWholeNumbers(allowNullable(schema)), '2020-12').validate(roundWholeNumbers(value));
  } catch {
    // What is wrong with the schema itself is a problem of the document.
    return { valid: true, errors: [] };
  }
}

function findFilesProblem(field: InputField, value: Json, findFile: FindInputFile | undefined): string | undefined {
  if (!field.multiple) return findFileProblem(field, value, findFile);
  if (!Array.isArray(value)) return 'This is not a list of files. Give a list of paths.';
  for (const path of value) {
    const problem = findFileProblem(field, path as Json, findFile);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findFileProblem(field: InputField, value: Json, findFile: FindInputFile | undefined): string | undefined {
  const problem = findFieldProblem({ ...field, type: 'file', required: false }, value);
  if (problem !== undefined || typeof value !== 'string') return problem ?? 'This is not a path of a file.';
  const facts = findFile?.(value);
  if (findFile !== undefined && facts === undefined) return `There is no file ${value}. Add it, or give another path.`;
  const { accept, maxBytes } = field;
  if (accept.length > 0 && !accept.some((one) => isAccepted(one, value, facts?.mediaType))) {
    return `${value} is none of ${accept.join(', ')}. Give a file of one of these.`;
  }
  if (facts === undefined || facts.bytes <= maxBytes) return undefined;
  return `${value} has ${formatMegabytes(facts.bytes)}, and the most is ${formatMegabytes(maxBytes)}. Give a smaller file.`;
}

const formatMegabytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.ceil(bytes / 100_000) / 10} MB`;

/** Endings of files by their media type, for where the content is not looked at. */
const endings: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  wav: 'audio/wav',
  webp: 'image/webp',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

/** Whether a file fits an entry of `accept`. A file of which neither content nor ending tells anything fits none. */
function isAccepted(accepted: string, path: string, mediaType: string | undefined): boolean {
  const wanted = accepted.trim().toLowerCase();
  const lower = path.toLowerCase();
  if (wanted === '*' || wanted === '*/*') return true;
  if (wanted.startsWith('.')) return lower.endsWith(wanted);
  const types = [mediaType?.toLowerCase(), endings[lower.slice(lower.lastIndexOf('.') + 1)]];
  return types.some((type) => type === wanted || (wanted.endsWith('/*') && type?.startsWith(wanted.slice(0, -1))));
}

/**
 * The value of a field for a text that a person typed, or what is wrong with the text. Whether the field takes the
 * value is told by {@link readInputs}.
 */
export function parseInputText(field: InputField, text: string): Result<Json, string> {
  const { type, multiple } = field;
  if (type === 'text') return ok(text);
  if (text.trim() === '') return ok(null);
  if (type === 'json' || (multiple && text.trim().startsWith('['))) {
    const value = tryDecodeJson(text);
    return value === undefined ? err('This is not JSON. Put names and texts in double quotes.') : ok(value);
  }
  const value = parseTypedValue({ ...field, type }, text);
  return ok(multiple ? [value] : value);
}

/** How a value of a field is typed, the reverse of {@link parseInputText}; an empty field is an empty text. */
export function formatInputText({ type }: Pick<InputField, 'type'>, value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string' && type !== 'json') return value;
  return type === 'json' ? encodeJson(value) : String(value);
}

/** Problems as lines, for where the fields are not beside them. */
export function formatInputProblems(problems: readonly InputProblem[]): readonly string[] {
  return problems.map(({ name, message }) => `${name}: ${message}`);
}
