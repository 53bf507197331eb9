import * as library from '@rgrove/parse-xml';
import { maxNesting } from '@/base/json';
import { hasTooManyNodes } from '../limits';
import { isWorthParsing } from '../reading/is-readable';
import { type Reading, reportProblem, startReading } from '../reading/reading';
import type { Problem } from '../reading/syntax-node';
import { type BuiltTree, buildTree, type Limit } from './build-tree';
import { explainDeclaration, explainXmlError } from './explain-xml-error';
import { ParsedElement } from './parsed-element';
import type { XmlElement } from './xml-node';

/**
 * A parsed text: its root element (null if it is not well-formed or not allowed) and the reading that collects its
 * problems.
 */
export interface ParsedXml {
  readonly root: XmlElement | null;
  readonly reading: Reading;
  /** Whether the text is too large to read at all, whichever way. */
  readonly isTooLarge: boolean;
}

/**
 * Parses a text that must be well-formed, and reports the first place where it is not. Document types are refused, as
 * are entities other than the predefined ones. Never throws.
 */
export function parseXml(text: string): ParsedXml {
  const reading = startReading(text);
  if (!isWorthParsing(reading)) return { root: null, reading, isTooLarge: true };
  const tooMany = mayHoldTooMany(text) ? buildOutline(text).limit : undefined;
  const root = tooMany?.isTooMany ? undefined : parseSoundRoot(text);
  if (root) return { root: new ParsedElement(text, root), reading, isTooLarge: false };
  const { declaration, limit } = buildOutline(text);
  const isTooLarge = limit?.isTooMany ?? false;
  const problem = declaration
    ? explainDeclaration(declaration)
    : limit?.isTooMany
      ? createLimitProblem(limit)
      : findXmlProblem(text.slice(0, limit?.at), limit, reading);
  if (problem) reportProblem(reading, problem, []);
  return { root: null, reading, isTooLarge };
}

/** Whether a text could have more elements than are allowed, judged quickly by its `<` alone. */
function mayHoldTooMany(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) if (text[at + 1] !== '/') count += 1;
  for (let at = text.indexOf('='); at !== -1; at = text.indexOf('=', at + 1)) count += 1;
  // Where they are told close together from apart is for the exact count.
  return hasTooManyNodes(count, 0);
}

/**
 * The root of a text that is well-formed and allowed; undefined for other texts, and for one so deep that the library
 * fails.
 */
function parseSoundRoot(text: string): library.XmlElement | undefined {
  try {
    const document = library.parseXml(keepLength(text), options);
    const hasDeclaration = document.children.some((node) => node instanceof library.XmlDocumentType);
    return document.root && !hasDeclaration && !isDeeper(document.root, maxNesting) ? document.root : undefined;
  } catch {
    return undefined;
  }
}

const options: library.ParserOptions = {
  includeOffsets: true,
  preserveCdata: true,
  // Without comments, two texts around one would be joined, and the span of the second would be lost.
  preserveComments: true,
  preserveDocumentType: true,
};

function isDeeper({ children }: library.XmlElement, levels: number): boolean {
  if (levels < 0) return true;
  for (const child of children) if (child instanceof library.XmlElement && isDeeper(child, levels - 1)) return true;
  return false;
}

const buildOutline = (text: string): BuiltTree =>
  buildTree(text, { isRoot: () => true, onRepair: () => undefined, isOutline: true });

const createLimitProblem = ({ at, message }: Limit): Problem => ({ code: 'HED108', message, span: [at, at + 1] });

/**
 * What the library says is not well-formed in a text. The library is recursive, so it only gets what comes before a
 * limit.
 */
function findXmlProblem(text: string, limit: Limit | undefined, reading: Reading): Problem | undefined {
  try {
    library.parseXml(keepLength(text));
    return undefined;
  } catch (error) {
    if (!(error instanceof library.XmlError)) throw error;
    const { pos: at, message: said } = error;
    if (limit && said.startsWith('Missing end tag') && text.indexOf('<', at) === -1) return createLimitProblem(limit);
    const { open } = buildOutline(text.slice(0, at));
    const getLine = (offset: number): number => reading.rangeOf(offset, offset).line;
    return explainXmlError({ text, at, said, open, lineOf: getLine });
  }
}

/**
 * A text of the same length for the library. With line breaks other than `\n` the library takes quadratic time, and for
 * characters of two units it makes a table of the whole text; such a character becomes two letters, so that names stay
 * names and different names stay different.
 */
function keepLength(text: string): string {
  const breaks = text.includes('\r') ? text.replace(/\r\n/g, ' \n').replaceAll('\r', '\n') : text;
  return breaks.replace(/[\ud800-\udbff][\udc00-\udfff]/g, (pair) =>
    String.fromCharCode(pair.charCodeAt(0) - 0x2c00, pair.charCodeAt(1) - 0x2c00),
  );
}
