import { type Document, type Node, parseDocument, type YAMLError } from 'yaml';
import { isReadable } from '../reading/is-readable';
import { type Reading, report, reportProblem, startReading, tooDeepMessage } from '../reading/reading';
import { bareTemplate } from './to-syntax';

/** A parsed text: its tree (null if it is empty or cannot be parsed at all) and the reading that collects its problems. */
export interface ParsedYaml {
  readonly root: Node | null;
  readonly reading: Reading;
}

/** Parses a text, reporting what is no YAML. Nothing is thrown. */
export function parseYaml(text: string): ParsedYaml {
  const reading = startReading(text);
  if (!isReadable(reading)) return { root: null, reading };
  const document = parseTree(reading);
  if (document === undefined) return { root: null, reading };
  reportErrors(reading, document);
  return { root: document.contents as Node | null, reading };
}

function parseTree(reading: Reading): Document | undefined {
  try {
    // Keys that stand twice are found while reading: the library compares every key with every other.
    return parseDocument(reading.text, { prettyErrors: false, uniqueKeys: false, logLevel: 'error' });
  } catch (error) {
    if (!isOutOfStack(String(error))) throw error;
    report(reading, 'HED101', tooDeepMessage, [], [0, 0]);
    return undefined;
  }
}

function reportErrors(reading: Reading, document: Document): void {
  const lines = new Set<number>();
  for (const error of [...document.errors, ...document.warnings]) {
    const [from, to] = error.pos;
    const range = reading.rangeOf(from, to);
    // One mistake often breaks what follows on its line; the first message is the one that helps.
    if (lines.has(range.line)) continue;
    lines.add(range.line);
    const lineStart = from - range.column + 1;
    const lineEnd = reading.text.indexOf('\n', from);
    const line = reading.text.slice(lineStart, lineEnd === -1 ? undefined : lineEnd);
    const template = /^(?<before>\s*(?:- +)*(?:[\w.-]+:[ \t]+)?)(?<value>\{\{.*?)[ \t\r]*$/.exec(line)?.groups;
    if (error.name === 'YAMLParseError' && template?.['value'] !== undefined) {
      const start = lineStart + (template['before']?.length ?? 0);
      reportProblem(reading, bareTemplate(reading.text, [start, start + template['value'].length]), []);
    } else {
      report(reading, 'HED101', messageFor(error), [], [from, to], severityOf(error));
    }
  }
}

const severityOf = (error: YAMLError): { severity?: 'warning' } =>
  error.name === 'YAMLWarning' ? { severity: 'warning' } : {};

/** What the errors that people make most mean, in words that say what to do. */
const messages: Partial<Record<YAMLError['code'], string>> = {
  TAB_AS_INDENT: 'YAML does not take tabs for indentation. Use spaces.',
  MULTIPLE_DOCS: 'The file holds several documents, divided by ---. Keep one, and the others in files of their own.',
  BAD_INDENT: 'The indentation does not fit what stands above. Entries of one map start in the same column.',
  BLOCK_AS_IMPLICIT_KEY: 'Two keys on one line. Put the second on a line of its own, or the value in quotes.',
  MULTILINE_IMPLICIT_KEY: 'A key without a colon, or a text that goes on in the next line without quotes.',
};

/** Whether words are those of an engine that ran out of stack: Chromium's and Safari's, or Firefox's. */
const isOutOfStack = (words: string): boolean => /call stack|too much recursion/.test(words);

function messageFor(error: YAMLError): string {
  const known = isOutOfStack(error.message) ? tooDeepMessage : messages[error.code];
  return known === undefined ? `${error.message.replace(/\.$/, '')}.` : known;
}
