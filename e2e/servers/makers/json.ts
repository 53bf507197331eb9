/** A JSON object whose fields are not known. */
export type Json = Readonly<Record<string, unknown>>;

/** Whether the value is an object and not a list. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; an empty one if it is none. */
export function record(value: unknown): Json {
  return isRecord(value) ? value : {};
}

/** The objects of a list; empty if it is no list. */
export function records(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(record) : [];
}

/** The value as text; empty if it is none. */
export function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The texts of content in any provider's format: text, or a list of parts with `text`. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return records(content)
    .map((part) => string(part.text))
    .filter((text) => text !== '')
    .join('\n');
}

/** The JSON in a text; undefined if it is invalid. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The most characters for which the bytes of a file count. */
const ofFile = 6400;

/** Tokens of a value, at four characters each: no provider counts so, but all are treated alike. */
export function tokensOf(value: unknown): number {
  if (typeof value === 'string') return Math.ceil(value.length / 4);
  const texts = JSON.stringify(value ?? '').split('"');
  const isFile = (text: string, index: number) => texts[index - 2] === 'data' || /^data:[^,]{1,60};base64,/.test(text);
  const length = texts.reduce((sum, text, index) => {
    return sum + (isFile(text, index) ? Math.min(text.length, ofFile) : text.length) + 1;
  }, -1);
  return Math.ceil(length / 4);
}
