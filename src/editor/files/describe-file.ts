import { cutToStart } from '@/base/start-of';
import { findNotationOfEnding, notationFacts } from '@/formats/notation';

/** The kind of a file by its extension, for people and for matching. */
const kinds: Readonly<Record<string, string>> = {
  css: 'style sheet',
  csv: 'table',
  html: 'web page',
  js: 'JavaScript',
  log: 'log',
  md: 'Markdown',
  pdf: 'PDF',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  py: 'Python',
  rs: 'Rust',
  sh: 'shell script',
  sql: 'SQL',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  txt: 'text',
};

/** The most characters of the first words. */
const maxWords = 140;
/** How many bytes of a file are searched for these words. */
const headBytes = 4096;

/** The description of a file until a person writes one: its kind and first words, or its name if it has neither. */
export function suggestDescription(path: string, content: Uint8Array): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  const kind = ending === undefined ? undefined : (kinds[ending] ?? labelOfEnding(ending));
  const words = readFirstWords(content);
  const descriptionParts = [kind, words].filter((part) => part !== undefined && part !== '');
  return descriptionParts.length === 0 ? name : descriptionParts.join(': ');
}

/** The notation that files with an ending are in; undefined if they are in none. */
function labelOfEnding(ending: string): string | undefined {
  const notation = findNotationOfEnding(ending);
  return notation && notationFacts[notation].label;
}

/** The first words of a text, in one line; empty for content that is not text. */
function readFirstWords(content: Uint8Array): string {
  const head = content.subarray(0, headBytes);
  if (head.includes(0)) return '';
  const line = new TextDecoder()
    .decode(head)
    .replace(/[\p{Cc}\s#*=<>_-]+/gu, ' ')
    .trim();
  // Bytes that are not UTF-8 decode to many of these characters.
  if ((line.match(/\ufffd/g)?.length ?? 0) > 2) return '';
  if (line.length <= maxWords) return line;
  return `${cutToStart(line, maxWords).replace(/\s\S*$/, '')}…`;
}
