import { Composer, CST, type Document, Lexer, type Node, Parser, visit, type YAMLError, YAMLParseError } from 'yaml';
import { maxDiagnostics, maxYamlMarks } from '../limits';
import { isWorthParsing } from '../reading/is-readable';
import { hasErrors, type Reading, report, reportProblem, startReading, tooDeepMessage } from '../reading/reading';
import type { Span } from '../reading/syntax-node';
import { bareTemplate } from './to-syntax';

/**
 * A parsed text: its tree (null if it is empty or cannot be parsed at all) and the reading that collects its problems.
 */
export interface ParsedYaml {
  readonly root: Node | null;
  readonly reading: Reading;
  /** How much the text has of what `maxYamlMarks` bounds. */
  readonly marks: number;
}

/** Parses a text, reporting what is no YAML. Nothing is thrown. */
export function parseYaml(text: string): ParsedYaml {
  const reading = startReading(text);
  if (!isWorthParsing(reading)) return { root: null, reading, marks: 0 };
  const count = { marks: 0 };
  const document = parseTree(reading, count);
  if (document === undefined) return { root: null, reading, ...count };
  reportErrors(reading, document);
  return { root: document.contents as Node | null, reading, ...count };
}

/** What is counted while a text is parsed. */
interface Count {
  marks: number;
}

function parseTree(reading: Reading, count: Count): Document | undefined {
  try {
    return composeFirst(reading, count);
  } catch (error) {
    if (!isOutOfStack(String(error))) throw error;
    report(reading, 'HED101', tooDeepMessage, [], [0, 0]);
    return undefined;
  }
}

/**
 * The first document of a text, as the library's `parseDocument` gives it. Undefined, and reported, if there is too
 * much in it.
 */
function composeFirst(reading: Reading, count: Count): Document | undefined {
  const { text } = reading;
  // Keys that are twice are found while reading: the library compares every key with every other.
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false, logLevel: 'error' });
  let first: Document | undefined;
  for (const document of composer.compose(tokensOf(reading, count), true, text.length)) {
    if (hasErrors(reading)) return undefined;
    if (first) {
      const [from, to] = document.range;
      first.errors.push(new YAMLParseError([from, to], 'MULTIPLE_DOCS', ''));
      break;
    }
    first = document;
  }
  return first;
}

/** The tokens of a text up to the limit: a tree of them resumes to a hundred times the bytes that the text has. */
function* tokensOf(reading: Reading, count: Count): Generator<CST.Token> {
  const parser = new Parser();
  let errors = 0;
  let before: CST.TokenType | null = null;
  for (const lexeme of new Lexer().lex(reading.text)) {
    const type = CST.tokenType(lexeme);
    // The library makes an object of another kind for an alias, which takes twice as much.
    if (!uncounted.has(type)) count.marks += type === 'alias' ? 2 : 1;
    // The break behind a line is a part of what is there; an empty line is a thing of its own.
    if (type === 'newline' && before === 'newline') count.marks += 1;
    before = type;
    if (count.marks > maxYamlMarks) {
      report(reading, 'HED101', tooManyMessage, [], [parser.offset, parser.offset + lexeme.length]);
      return;
    }
    for (const token of parser.next(lexeme)) {
      yield token;
      if (token.type === 'error') errors += 1;
    }
    // Each takes more memory than anything else, so no more are reported.
    if (errors > maxDiagnostics) return;
  }
  yield* parser.end();
}

/**
 * What takes no memory of its own: white space, and what the library only says to itself (`scalar`: the next is one).
 */
const uncounted: ReadonlySet<CST.TokenType | null> = new Set([
  'space',
  'newline',
  'scalar',
  'doc-mode',
  'flow-error-end',
]);

const tooManyMessage = `The text has more than ${maxYamlMarks.toLocaleString('en')} keys, values and marks. Divide it into several files.`;

function reportErrors(reading: Reading, document: Document): void {
  const lines = new Set<number>();
  for (const error of [...document.errors, ...document.warnings]) {
    const [from, to] = placeOf(error, reading.text, document);
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

/** Where an error is shown: not on the spaces before what is wrong, and of a quote that never closes where it opens. */
function placeOf(error: YAMLError, text: string, document: Document): Span {
  const [start, end] = error.pos;
  if (lacksQuote(error)) {
    let open: number | undefined;
    visit(document, {
      Scalar: (_key, { range }) => {
        if (range && range[1] <= start && range[0] < start) open = range[0];
      },
    });
    return [open ?? start, (open ?? start) + 1];
  }
  if (text[start] !== ' ') return [start, end];
  const from = start + (/^ +/.exec(text.slice(start, start + 1000))?.[0].length ?? 0);
  return [from, Math.max(from + 1, end)];
}

const lacksQuote = ({ code, message }: YAMLError): boolean => code === 'MISSING_CHAR' && /quote$/.test(message);

const severityOf = (error: YAMLError): { severity?: 'warning' } =>
  error.name === 'YAMLWarning' ? { severity: 'warning' } : {};

/** What the errors that people make most mean, in words that say what to do. */
const messages: Partial<Record<YAMLError['code'], string>> = {
  TAB_AS_INDENT: 'YAML does not take tabs for indentation. Use spaces.',
  MULTIPLE_DOCS: 'The file holds several documents, divided by ---. Keep one, and the others in files of their own.',
  BAD_INDENT: 'The indentation does not fit the lines above. Entries of one map start in the same column.',
  BLOCK_AS_IMPLICIT_KEY: 'Two keys on one line. Put the second on a line of its own, or the value in quotes.',
  MULTILINE_IMPLICIT_KEY: 'A key without a colon, or a text that continues on the next line without quotes.',
};

/** Whether words are those of an engine that ran out of stack: Chromium's and Safari's, or Firefox's. */
const isOutOfStack = (words: string): boolean => /call stack|too much recursion/.test(words);

function messageFor(error: YAMLError): string {
  if (lacksQuote(error)) return 'The quote that opens here is never closed. Write it again where the text ends.';
  const close = /end with a (.)$/.exec(error.message)?.[1];
  if (close !== undefined) return `A ${close} is missing here: what was opened above is not closed.`;
  if (error.message.startsWith('Implicit map keys')) return 'A key without a colon. Write : and a value behind it.';
  const known = isOutOfStack(error.message) ? tooDeepMessage : messages[error.code];
  return known === undefined ? `${error.message.replace(/\.$/, '')}.` : known;
}
