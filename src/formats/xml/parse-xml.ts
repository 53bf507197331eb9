import { parseXml as checkXml, XmlError } from '@rgrove/parse-xml';
import { isReadable } from '../reading/is-readable';
import { type Reading, reportProblem, startReading } from '../reading/reading';
import type { Problem } from '../reading/syntax-node';
import { type BuiltTree, buildTree, type Limit } from './build-tree';
import { explainDeclaration, explainXmlError } from './explain-xml-error';
import type { XmlElement } from './xml-node';

/** A parsed text: its root element (null if it is not well-formed or not allowed) and the reading that collects its problems. */
export interface ParsedXml {
  readonly root: XmlElement | null;
  readonly reading: Reading;
  /** Whether there is too much in the text to read any of it, however it is written. */
  readonly isTooLarge: boolean;
}

/**
 * Parses a text that must be well-formed, reporting the first place where it is not. Document types and entities other than
 * the predefined are refused. Nothing is thrown.
 */
export function parseXml(text: string): ParsedXml {
  const reading = startReading(text);
  if (!isReadable(reading)) return { root: null, reading, isTooLarge: true };
  const { roots, declaration, limit } = buildElements(text);
  const isTooLarge = limit?.isTooMany ?? false;
  const problem = declaration
    ? explainDeclaration(declaration)
    : limit?.isTooMany
      ? problemOfLimit(limit)
      : problemOf(text.slice(0, limit?.at), limit, reading);
  if (problem) reportProblem(reading, problem, []);
  return { root: (problem ? undefined : roots[0]?.element) ?? null, reading, isTooLarge };
}

const buildElements = (text: string, isOutline = false): BuiltTree =>
  buildTree(text, { isRoot: () => true, onRepair: () => undefined, isOutline });

const problemOfLimit = ({ at, message }: Limit): Problem => ({ code: 'HED108', message, span: [at, at + 1] });

/**
 * What is not well-formed in a text, found by the library: its tree has no places of attributes, so that ours is taken, but
 * what it lets pass is XML. It calls itself for each level, and so gets only what comes before a limit.
 */
function problemOf(text: string, limit: Limit | undefined, reading: Reading): Problem | undefined {
  try {
    checkXml(inUnits(text));
    return undefined;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const at = offsetOf(text, error.pos);
    if (limit && error.message.startsWith('Missing end tag') && text.indexOf('<', at) === -1) {
      return problemOfLimit(limit);
    }
    const { open } = buildElements(text.slice(0, at), true);
    const lineOf = (offset: number): number => reading.rangeOf(offset, offset).line;
    return explainXmlError({ text, at, said: error.message, open, lineOf });
  }
}

/**
 * A text for the library, which takes quadratic time for other line breaks than `\n`, and a table of the whole text for
 * characters of two units: each is one of one unit, as it counts them. Of different ones, so that names stay different.
 */
function inUnits(text: string): string {
  const breaks = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return breaks.replace(/[\ud800-\udbff][\udc00-\udfff]/g, (pair) =>
    String.fromCharCode(0x4e00 + ((pair.codePointAt(0) ?? 0) % 0x5000)),
  );
}

/** The offset of a character as the library counts them: one of two units is one, and so is `\r\n`. */
function offsetOf(text: string, characters: number): number {
  let at = 0;
  for (let counted = 0; counted < characters; counted += 1) {
    const isPair = (text.codePointAt(at) ?? 0) > 0xffff || (text[at] === '\r' && text[at + 1] === '\n');
    at += isPair ? 2 : 1;
  }
  return at;
}
