import type { Json } from '@/base/json';
import { createToolError } from '@/base/tool-error';
import type { Environment } from '@/workflow/expressions/environment';
import {
  formatPromptValue,
  parseTemplate,
  renderTemplate,
  resolvePath,
  type TemplatePart,
  type TemplateReference,
} from '@/workflow/expressions/template';
import type { Secrets } from './secrets';

/** What the templates of a request are filled in with: secrets of the machine, and the names of the environment. */
export interface RequestValues {
  readonly environment: Environment;
  readonly secrets: Secrets;
}

type EncodeText = (text: string) => string;
export const keepText: EncodeText = (text) => text;

const ofSecrets = 'secrets.';

/** Whether a reference is to a secret of the machine. */
function isSecret({ path }: TemplateReference): boolean {
  return path.startsWith(ofSecrets);
}

/** The text of a reference. Throws if its name does not exist. */
export function readReferenceText(reference: TemplateReference, values: RequestValues): string {
  const { path, joinedBy } = reference;
  if (isSecret(reference)) return values.secrets.get(path.slice(ofSecrets.length));
  if (joinedBy !== undefined) {
    const list = readReferenceValue(reference, values);
    if (Array.isArray(list)) return list.map(formatPromptValue).join(joinedBy);
  }
  const rendered = renderTemplate(`{{${path}}}`, values.environment);
  if (!rendered.ok) throw createMissingValueError(rendered.error.missing);
  return rendered.value;
}

/** The value of a reference; null: it was left out. Throws if its name does not exist. */
export function readReferenceValue(reference: TemplateReference, values: RequestValues): Json {
  if (isSecret(reference)) return readReferenceText(reference, values);
  const found = resolvePath(reference.path, values.environment);
  if (!found.ok) throw createMissingValueError(found.error.missing);
  return found.value;
}

function createMissingValueError(name: string): Error {
  return createToolError(
    `The tool needs “${name}”, which is neither a parameter that was given nor a name of the task.`,
  );
}

/** The parts of a template. A text that is none is a single part. */
export function readTemplateParts(template: string): readonly TemplatePart[] {
  const parts = parseTemplate(template);
  return parts.ok ? parts.value : [{ kind: 'text', text: template }];
}

/** The single reference that a template consists of. */
export function findOnlyReference(parts: readonly TemplatePart[]): TemplateReference | undefined {
  const [only, ...others] = parts;
  return only?.kind === 'reference' && others.length === 0 ? only : undefined;
}

/** The text of a template with each value encoded for its place. */
export function fillParts(parts: readonly TemplatePart[], values: RequestValues, encode = keepText): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : encode(readReferenceText(part, values)))).join('');
}

/**
 * The values of a field of a query or a form: none if the template is a single reference without a value, several if it
 * is one to a list. `literal` encodes what the author wrote.
 */
export function fillField(
  parts: readonly TemplatePart[],
  values: RequestValues,
  encode = keepText,
  literal = encode,
): readonly string[] {
  const only = findOnlyReference(parts);
  if (only !== undefined && only.joinedBy === undefined) {
    const value = readReferenceValue(only, values);
    if (value === null) return [];
    if (Array.isArray(value))
      return value.flatMap((member) => (member === null ? [] : [encode(formatPromptValue(member))]));
  } else if (only !== undefined && readReferenceValue(only, values) === null) return [];
  const written = parts.map((part) => (part.kind === 'text' ? { ...part, text: literal(part.text) } : part));
  return [fillParts(written, values, encode)];
}

/** A text with its templates filled in. */
export function fillText(text: string, values: RequestValues): string {
  return fillParts(readTemplateParts(text), values);
}

/** Texts by name, with their templates filled in. */
export function fillNamed(
  texts: Readonly<Record<string, string>> | undefined,
  values: RequestValues,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts ?? {}).map(([name, text]) => [name, fillText(text, values)]));
}

/**
 * Headers with their templates filled in. A header that is a single reference without a value is left out. A value that
 * a header cannot carry as it is, is refused: requests would drop spaces and line breaks around it.
 */
export function fillHeaders(
  texts: Readonly<Record<string, string>> | undefined,
  values: RequestValues,
): Readonly<Record<string, string>> {
  const headers = Object.entries(texts ?? {}).flatMap(([name, template]) => {
    const parts = readTemplateParts(template);
    const only = findOnlyReference(parts);
    if (only !== undefined && readReferenceValue(only, values) === null) return [];
    const pieces = parts.map((part) => ({
      text: part.kind === 'text' ? part.text : readReferenceText(part, values),
      isValue: part.kind === 'reference' && !isSecret(part),
    }));
    if (isBeginningBlank(pieces, /^[\t\n\r ]/) || isBeginningBlank(pieces.toReversed(), /[\t\n\r ]$/)) {
      throw createToolError(
        `The header ${name} would begin or end with a space or a line break, which a header cannot.`,
      );
    }
    const text = pieces.map((piece) => piece.text).join('');
    const header = text.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
    // The characters that fetch takes; see https://fetch.spec.whatwg.org/#concept-header-value and RFC 9110, 5.5.
    const bad = /[^\t\x20-\x7e\x80-\xff]/.exec(header)?.[0];
    if (bad !== undefined) {
      throw createToolError(
        `The header ${name} cannot hold ${JSON.stringify(bad)}.`,
        'Encode the value, or send it in the body.',
      );
    }
    return [[name, header] as const];
  });
  return Object.fromEntries(headers);
}

/**
 * Whether the first of these pieces that is not empty or the author's own blanks is a value that begins with a blank.
 */
function isBeginningBlank(
  pieces: readonly { readonly text: string; readonly isValue: boolean }[],
  blank: RegExp,
): boolean {
  const first = pieces.find(({ text, isValue }) => text !== '' && (isValue || text.trim() !== ''));
  return first?.isValue === true && blank.test(first.text);
}

/** A text with percent-encoding. */
export function encodePercent(text: string): string {
  return encodeURIComponent(checkWholeText(text));
}

/** The same text. Half a character, which has no bytes, is refused. */
export function checkWholeText(text: string): string {
  if (!/\p{Surrogate}/u.test(text)) return text;
  throw createToolError('A value holds half of a character (a lone surrogate), which cannot be sent.');
}

/** A text as a part of `application/x-www-form-urlencoded`. */
export function encodeFormText(text: string): string {
  return encodePercent(text).replaceAll('%20', '+');
}
