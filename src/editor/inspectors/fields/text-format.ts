import type { Json } from '@/base/json';
import { jsonSchema } from '@/base/json-schema';
import { decodeJson, encodeJson } from '@/base/json-text';
import { err, ok, type Result } from '@/base/result';
import { pinOfText } from '@/workflow/tasks/pin';

/** How a value is shown as text, and read from it. `undefined` is no value. The error tells a person what to do. */
export interface TextFormat {
  show(value: unknown): string;
  parse(text: string): Result<unknown, string>;
}

/** Text as it is. Empty text removes the value. */
export const plainTextFormat: TextFormat = {
  show: (value) => (typeof value === 'string' ? value : ''),
  parse: (text) => ok(text === '' ? undefined : text),
};

/** Text as it is. Empty text is a value. */
export const keptText: TextFormat = { show: plainTextFormat.show, parse: ok };

/** A number between bounds. */
export function createNumberFormat(bounds: {
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
}): TextFormat {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, whole = false } = bounds;
  return {
    show: (value) => (typeof value === 'number' ? String(value) : ''),
    parse(text) {
      if (text.trim() === '') return ok(undefined);
      const number = Number(text);
      if (!Number.isFinite(number)) return err('Enter a number');
      if (whole && !Number.isInteger(number)) return err('Enter a whole number');
      if (number < min) return err(`At least ${min}`);
      return number > max ? err(`At most ${max}`) : ok(number);
    },
  };
}

/** JSON: any value, or only an object. Empty text removes the value. */
export function createJsonFormat(kind: 'any' | 'object'): TextFormat {
  return {
    show: (value) => (value === undefined ? '' : encodeJson(value, 2)),
    parse(text) {
      if (text.trim() === '') return ok(undefined);
      const value = parseJson(text);
      if (text.includes('__proto__')) return err('The name __proto__ is not allowed. Choose another.');
      if (value === undefined) return err('This is not JSON yet. Names and texts need double quotes.');
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return kind === 'object' && !isObject ? err('Enter an object: { … }') : ok(value);
    },
  };
}

function parseJson(text: string): Json | undefined {
  try {
    return jsonSchema.parse(decodeJson(text));
  } catch {
    return undefined;
  }
}

const anyJson = createJsonFormat('any');

/** A pinned output: its text, or JSON of an object or a list. `true` is what the last run gave. */
export const pinText: TextFormat = {
  show: (value) => (typeof value === 'string' ? value : (anyJson.show(value) ?? '')),
  parse: (text) => {
    if (text === '') return ok(undefined);
    if (text.trim() === 'true') return ok(true);
    const pin = pinOfText(text);
    // JSON is read as everywhere, so that no name in it is lost.
    return typeof pin === 'string' ? ok(pin) : anyJson.parse(text);
  },
};
