import type { Diagnostic } from '@/workflow/diagnostic';
import { maxDiagnostics } from '../limits';
import { isWorthParsing } from '../reading/is-readable';
import { reportReadingProblem, startReading } from '../reading/reading';
import type { Span } from '../reading/syntax-node';
import { buildTree } from './build-tree';
import type { XmlElement } from './xml-node';

/** What was found in a text: an element, if there is one, and a warning for every repair. */
export interface LooseXml {
  readonly root: XmlElement | null;
  /** Warnings, and the error if the text was not read at all because of its size or kind. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The elements that may be the root. */
const rootNames: ReadonlySet<string> = new Set(['workflow', 'task', 'cond']);

/** The number of code fences that are handled. A text with more is read as if it had none. */
const maxFences = 200;

interface Repair {
  readonly message: string;
  readonly span: Span;
}

interface Candidate {
  readonly element: XmlElement;
  readonly isClosed: boolean;
  /** The repairs of the whole part of the text that the element was found in. */
  readonly repairs: readonly Repair[];
}

/**
 * Reads what was most likely meant by a text that a model wrote, or that is not well-formed: finds the element amid
 * prose and code fences, and repairs what is broken. Nothing is thrown; the time is linear in the length.
 */
export function parseLooseXml(text: string): LooseXml {
  const reading = startReading(text);
  if (!isWorthParsing(reading)) return { root: null, diagnostics: reading.diagnostics };
  const [best, ...others] = listCandidates(text).sort(compareWorth);
  if (best === undefined) return { root: null, diagnostics: [] };
  const [from, to] = best.element.span;
  const repairs = best.repairs.filter(({ span: [at] }) => at >= from && at <= to);
  const told = new Set<number>();
  for (const { element, isClosed } of others) {
    const [at, end] = element.span;
    // An element that is not closed was most likely only mentioned in the prose; one within a fence is found twice.
    if (!isClosed || (at < to && end > from) || told.has(at)) continue;
    told.add(at);
    repairs.push({ message: `Left out another <${element.name}>.`, span: element.nameSpan });
  }
  repairs.sort((a, b) => a.span[0] - b.span[0]);
  for (const { message, span } of repairs)
    reportReadingProblem(reading, 'HED505', message, [], span, { severity: 'warning' });
  return { root: best.element, diagnostics: reading.diagnostics };
}

/**
 * All elements that may be the root. Each part between fences is read separately, so that a tag in the prose does not
 * open an element in the next part.
 */
function listCandidates(text: string): Candidate[] {
  const fences = findFenceLines(text);
  if (fences.length === 0) return listRoots(text, 0);
  const starts = [0, ...fences.map((fence) => fence.index + fence[0].length)];
  const parts = starts.flatMap((from, part) => listRoots(text.slice(0, fences[part]?.index), from));
  // A fence may also be within an element, in a text that it holds.
  const whole = listRoots(text, 0).filter(({ isClosed }) => isClosed || parts.length === 0);
  return [...whole, ...parts];
}

/** The lines that begin or end a fence; none if there are too many. */
function findFenceLines(text: string): readonly RegExpExecArray[] {
  const fences: RegExpExecArray[] = [];
  for (const fence of text.matchAll(/^[ \t]*(?:```|~~~).*$/gm)) {
    if (fences.length === maxFences) return [];
    fences.push(fence);
  }
  return fences;
}

function listRoots(text: string, from: number): Candidate[] {
  const repairs: Repair[] = [];
  const { roots, limit } = buildTree(text, {
    from,
    isRoot: (name) => rootNames.has(name),
    onRepair: (message, span) => {
      if (repairs.length < maxDiagnostics) repairs.push({ message, span });
    },
  });
  if (limit) repairs.push({ message: limit.message, span: [limit.at, limit.at + 1] });
  return roots.map((root) => ({ ...root, repairs }));
}

/** Closed elements first, then the longer ones. */
function compareWorth(a: Candidate, b: Candidate): number {
  const length = ({ element: { span } }: Candidate): number => span[1] - span[0];
  return Number(b.isClosed) - Number(a.isClosed) || length(b) - length(a);
}
