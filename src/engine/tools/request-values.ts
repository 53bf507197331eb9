import type { Json } from '@/base/json';
import { toolError } from '@/base/tool-error';
import type { Environment } from '@/workflow/expressions/environment';
import {
  asText,
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
export const asWritten: EncodeText = (text) => text;

const ofSecrets = 'secrets.';

/** Whether a reference is to a secret of the machine. */
export function isSecret({ path }: TemplateReference): boolean {
  return path.startsWith(ofSecrets);
}

/** The text of a reference. Throws if its name does not exist. */
export function referenceText(reference: TemplateReference, values: RequestValues): string {
  const { path, joinedBy } = reference;
  if (isSecret(reference)) return values.secrets.get(path.slice(ofSecrets.length));
  if (joinedBy !== undefined) {
    const list = referenceValue(reference, values);
    if (Array.isArray(list)) return list.map(asText).join(joinedBy);
  }
  const rendered = renderTemplate(`{{${path}}}`, values.environment);
  if (!rendered.ok) throw missing(rendered.error.missing);
  return rendered.value;
}

/** The value of a reference; null: it was left out. Throws if its name does not exist. */
export function referenceValue(reference: TemplateReference, values: RequestValues): Json {
  if (isSecret(reference)) return referenceText(reference, values);
  const found = resolvePath(reference.path, values.environment);
  if (!found.ok) throw missing(found.error.missing);
  return found.value;
}

function missing(name: string): Error {
  return toolError(`The tool needs “${name}”, which is neither a parameter that was given nor a name of the task.`);
}

/** The parts of a template. A text that is none is a single part. */
export function readTemplateParts(template: string): readonly TemplatePart[] {
  const parts = parseTemplate(template);
  return parts.ok ? parts.value : [{ kind: 'text', text: template }];
}

/** The single reference that a template consists of. */
export function onlyReference(parts: readonly TemplatePart[]): TemplateReference | undefined {
  const [only, ...others] = parts;
  return only?.kind === 'reference' && others.length === 0 ? only : undefined;
}

/** The text of a template with each value encoded for its place. */
export function fillParts(parts: readonly TemplatePart[], values: RequestValues, encode = asWritten): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : encode(referenceText(part, values)))).join('');
}

/**
 * The values of a field of a query or a form: none if the template is a single reference without a value, several if it
 * is one to a list. `literal` encodes what the author wrote.
 */
export function fillField(
  parts: readonly TemplatePart[],
  values: RequestValues,
  encode = asWritten,
  literal = encode,
): readonly string[] {
  const only = onlyReference(parts);
  if (only !== undefined && only.joinedBy === undefined) {
    const value = referenceValue(only, values);
    if (value === null) return [];
    if (Array.isArray(value)) return value.flatMap((member) => (member === null ? [] : [encode(asText(member))]));
  } else if (only !== undefined && referenceValue(only, values) === null) return [];
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
    const only = onlyReference(parts);
    if (only !== undefined && referenceValue(only, values) === null) return [];
    const pieces = parts.map((part) => ({
      text: part.kind === 'text' ? part.text : referenceText(part, values),
      isValue: part.kind === 'reference' && !isSecret(part),
    }));
    if (beginsBlank(pieces, /^[\t\n\r ]/) || beginsBlank(pieces.toReversed(), /[\t\n\r ]$/)) {
      throw toolError(`The header ${name} would begin or end with a space or a line break, which a header cannot.`);
    }
    const text = pieces.map((piece) => piece.text).join('');
    const header = text.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
    // The characters that fetch takes; see https://fetch.spec.whatwg.org/#concept-header-value and RFC 9110, 5.5.
    const bad = /[^\t\x20-\x7e\x80-\xff]/.exec(header)?.[0];
    if (bad !== undefined) {
      throw toolError(
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
function beginsBlank(pieces: readonly { readonly text: string; readonly isValue: boolean }[], blank: RegExp): boolean {
  const first = pieces.find(({ text, isValue }) => text !== '' && (isValue || text.trim() !== ''));
  return first?.isValue === true && blank.test(first.text);
}

/** A text with percent-encoding. */
export function percentEncode(text: string): string {
  return encodeURIComponent(wholeText(text));
}

/** The same text. Half a character, which has no bytes, is refused. */
export function wholeText(text: string): string {
  if (!/\p{Surrogate}/u.test(text)) return text;
  throw toolError('A value holds half of a character (a lone surrogate), which cannot be sent.');
}

/** A text as a part of `application/x-www-form-urlencoded`. */
export function formEncode(text: string): string {
  return percentEncode(text).replaceAll('%20', '+');
}
