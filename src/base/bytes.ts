const encoder = new TextEncoder();

/** Length of a text in bytes of UTF-8, the unit of every size in the language. */
export function utf8Length(text: string): number {
  return encoder.encode(text).length;
}
