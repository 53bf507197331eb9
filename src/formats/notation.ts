/** The notations of a document that Heddle reads and writes. */
export const notations = ['yaml', 'xml', 'json'] as const;
export type Notation = (typeof notations)[number];

/** The notation by the ending of a file's name. */
const endings: Readonly<Record<string, Notation>> = { yaml: 'yaml', yml: 'yaml', json: 'json', xml: 'xml' };

/** The notation of a text: by the name of its file, else by its first character. */
export function notationOf(name: string, text: string): Notation {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const told = Object.hasOwn(endings, ending) ? endings[ending] : undefined;
  if (told) return told;
  const first = text.trimStart()[0];
  if (first === '<') return 'xml';
  return first === '{' || first === '[' ? 'json' : 'yaml';
}
