import { Composer, CST, type Document, Lexer, type Node, Parser, visit, type YAMLError, YAMLParseError } from 'yaml';
import { describeTooManyMarks, hasTooManyMarks, maxDiagnostics } from '../limits';
import { isWorthParsing } from '../reading/is-readable';
import {
  hasErrors,
  type Reading,
  reportProblem,
  reportReadingProblem,
  startReading,
  tooDeepMessage,
} from '../reading/reading';
import type { Span } from '../reading/syntax-node';
import { createBareTemplateProblem } from './to-syntax';

/**
 * A parsed text: its tree (null if it is empty or cannot be parsed at all) and the reading that collects its problems.
 */
export interface ParsedYaml {
  readonly root: Node | null;
  readonly reading: Reading;
  /** The number of marks in the text, which {@link hasTooManyMarks} limits. */
  readonly marks: number;
}

/** Parses a text and reports what is not YAML. Never throws. */
export function parseYaml(text: string): ParsedYaml {
  const reading = startReading(text);
  if (!isWorthParsing(reading)) return { root: null, reading, marks: 0 };
  const count = { marks: 0 };
  const document = parseTree(reading, count);
  if (document === undefined) return { root: null, reading, ...count };
  reportErrors(reading, document);
  return { root: document.contents as Node | null, reading, ...count };
}

/** The marks that are counted while a text is parsed. */
interface Count {
  marks: number;
}

function parseTree(reading: Reading, count: Count): Document | undefined {
  try {
    return composeFirst(reading, count);
  } catch (error) {
    if (!isOutOfStack(String(error))) throw error;
    reportReadingProblem(reading, 'HED101', tooDeepMessage, [], [0, 0]);
    return undefined;
  }
}

/**
 * The first document of a text, as the library's `parseDocument` gives it. Undefined, and reported, if the text is too
 * large.
 */
function composeFirst(reading: Reading, count: Count): Document | undefined {
  const { text } = reading;
  // Duplicate keys are found by the reader: the library compares every key with every other.
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false, logLevel: 'error' });
  let first: Document | undefined;
  for (const document of composer.compose(scanTokens(reading, count), true, text.length)) {
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

/** The tokens of a text up to the limit. A tree of tokens can take a hundred times the bytes of its text. */
function* scanTokens(reading: Reading, count: Count): Generator<CST.Token> {
  const parser = new Parser();
  let errors = 0;
  let before: CST.TokenType | null = null;
  for (const lexeme of new Lexer().lex(reading.text)) {
    const type = CST.tokenType(lexeme);
    // For an alias, the library makes an object that takes twice as much memory.
    if (!uncounted.has(type)) count.marks += type === 'alias' ? 2 : 1;
    // The break at the end of a line belongs to the token before it; an empty line is a token of its own.
    if (type === 'newline' && before === 'newline') count.marks += 1;
    before = type;
    if (hasTooManyMarks(count.marks, parser.offset)) {
      reportReadingProblem(
        reading,
        'HED101',
        describeTooManyMarks(),
        [],
        [parser.offset, parser.offset + lexeme.length],
      );
      return;
    }
    for (const token of parser.next(lexeme)) {
      yield token;
      if (token.type === 'error') errors += 1;
    }
    // Errors take more memory than anything else, so no more are reported.
    if (errors > maxDiagnostics) return;
  }
  yield* parser.end();
}

/** Tokens that take no memory of their own: white space, and those that only prepare the next (`scalar`). */
const uncounted: ReadonlySet<CST.TokenType | null> = new Set([
  'space',
  'newline',
  'scalar',
  'doc-mode',
  'flow-error-end',
]);

function reportErrors(reading: Reading, document: Document): void {
  const lines = new Set<number>();
  for (const error of [...document.errors, ...document.warnings]) {
    const [from, to] = findErrorSpan(error, reading.text, document);
    const range = reading.rangeOf(from, to);
    // One mistake often breaks the rest of its line; the first message is the one that helps.
    if (lines.has(range.line)) continue;
    lines.add(range.line);
    const lineStart = from - range.column + 1;
    const lineEnd = reading.text.indexOf('\n', from);
    const line = reading.text.slice(lineStart, lineEnd === -1 ? undefined : lineEnd);
    const template = /^(?<before>\s*(?:- +)*(?:[\w.-]+:[ \t]+)?)(?<value>\{\{.*?)[ \t\r]*$/.exec(line)?.groups;
    if (error.name === 'YAMLParseError' && template?.['value'] !== undefined) {
      const start = lineStart + (template['before']?.length ?? 0);
      reportProblem(reading, createBareTemplateProblem(reading.text, [start, start + template['value'].length]), []);
    } else {
      reportReadingProblem(reading, 'HED101', explainYamlError(error), [], [from, to], getSeverity(error));
    }
  }
}

/** Where an error is shown: after the spaces that come before it; for a quote that is never closed, where it opens. */
function findErrorSpan(error: YAMLError, text: string, document: Document): Span {
  const [start, end] = error.pos;
  if (isMissingQuote(error)) {
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

const isMissingQuote = ({ code, message }: YAMLError): boolean => code === 'MISSING_CHAR' && /quote$/.test(message);

const getSeverity = (error: YAMLError): { severity?: 'warning' } =>
  error.name === 'YAMLWarning' ? { severity: 'warning' } : {};

/** Messages for the most frequent errors, which say what to do. */
const messages: Partial<Record<YAMLError['code'], string>> = {
  TAB_AS_INDENT: 'YAML does not take tabs for indentation. Use spaces.',
  MULTIPLE_DOCS: 'The file holds several documents, divided by ---. Keep one, and the others in files of their own.',
  BAD_INDENT: 'The indentation does not fit the lines above. Entries of one map start in the same column.',
  BLOCK_AS_IMPLICIT_KEY: 'Two keys on one line. Put the second on a line of its own, or the value in quotes.',
  MULTILINE_IMPLICIT_KEY: 'A key without a colon, or a text that continues on the next line without quotes.',
};

/** Whether this is an engine's message for a full call stack: that of Chromium and Safari, or that of Firefox. */
const isOutOfStack = (words: string): boolean => /call stack|too much recursion/.test(words);

function explainYamlError(error: YAMLError): string {
  if (isMissingQuote(error))
    return 'The quote that opens here is never closed. Write a closing quote where the text ends.';
  const close = /end with a (.)$/.exec(error.message)?.[1];
  if (close !== undefined) return `A ${close} is missing here: what was opened above is not closed.`;
  if (error.message.startsWith('Implicit map keys')) return 'A key without a colon. Write : and a value after it.';
  const known = isOutOfStack(error.message) ? tooDeepMessage : messages[error.code];
  return known === undefined ? `${error.message.replace(/\.$/, '')}.` : known;
}
