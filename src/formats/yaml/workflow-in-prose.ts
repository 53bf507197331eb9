import type { Span } from '../reading/syntax-node';

/** Where in a text from a chat the workflow is. */
export interface FoundWorkflow {
  readonly span: Span;
  /** The indentation of the fence, which the lines in it have too. */
  readonly lead: string;
  readonly isFenced: boolean;
  /** How many other workflows of the text are left out. */
  readonly others: number;
}

interface TextLine {
  readonly at: number;
  readonly end: number;
  readonly words: string;
}

interface Fenced extends FoundWorkflow {
  readonly length: number;
}

/** The most lines of a text that is searched: each is looked at on its own. */
const maxLines = 300_000;

/** A line that opens or closes a fence: its indentation, its marks, and the words after them. */
const fence = /^(\s*)(`{3,}|~{3,})([^`]*)$/;

/** A key at the start of a line, with its indentation. */
const keyAtStart = /^(\s*)"?([a-z][\w-]*)"?\s*:(?:\s|$)/;

/**
 * Finds a workflow in a code fence, the longest if there are several, else amid prose. Undefined if the text is all of
 * it. `isKey`: whether a key may begin a workflow.
 */
export function findWorkflow(text: string, isKey: (key: string) => boolean): FoundWorkflow | undefined {
  const lines = splitLines(text);
  return lines === undefined ? undefined : (findInFence(text, lines) ?? findAmidProse(text, lines, isKey));
}

function splitLines(text: string): readonly TextLine[] | undefined {
  const lines: TextLine[] = [];
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('\n', at);
    const end = next === -1 ? text.length : next + 1;
    // Only the start of a line says what it is.
    lines.push({ at, end, words: text.slice(at, Math.min(end, at + 500)).trimEnd() });
    if (lines.length > maxLines) return undefined;
    at = end;
  }
  return lines;
}

function findInFence(text: string, lines: readonly TextLine[]): FoundWorkflow | undefined {
  const found: Fenced[] = [];
  let open: { readonly lead: string; readonly marks: string; readonly from: number } | undefined;
  const closeFence = (to: number): void => {
    if (open === undefined || !isWorkflow(text.slice(open.from, to))) return;
    found.push({ span: [open.from, to], lead: open.lead, isFenced: true, others: 0, length: to - open.from });
  };
  for (const { at, end, words } of lines) {
    const [, lead = '', marks = '', told = ''] = fence.exec(words) ?? [];
    if (open === undefined) {
      // A fence in a prompt belongs to the workflow around it.
      if (/^(?:heddle|tasks|description):/.test(words)) return undefined;
      if (marks !== '') open = { lead, marks, from: end };
    } else if (marks.startsWith(open.marks) && told.trim() === '' && lead.length <= open.lead.length) {
      closeFence(at);
      open = undefined;
    }
  }
  closeFence(text.length);
  const [best] = found.toSorted((a, b) => b.length - a.length);
  return best && { ...best, others: found.length - 1 };
}

/** What stands at the indentation of a workflow: keys, items, comments, ends of brackets. */
const notProse = /^(?:[a-z_][\w-]*\s*:|x-[^:]*:|["'].*["']\s*:|[-#{}[\]]|\.\.\.)/;

/** Whether what is in a fence looks like a workflow or a task: it has a key that each of them has. */
const isWorkflow = (text: string): boolean => /^\W*(?:tasks|workflows?|description|type)["']?\s*:/m.test(text);

/** A sentence: some words that are no key. A single word may be a key that is just being typed. */
const isSentence = (words: string): boolean =>
  /^\s*[\p{L}*_>"'“]\S*\s+\S+\s+\S/u.test(words) && !keyAtStart.test(words);

function findAmidProse(
  text: string,
  lines: readonly TextLine[],
  isKey: (key: string) => boolean,
): FoundWorkflow | undefined {
  const first = lines.findIndex(({ words }) => isKey(keyAtStart.exec(words)?.[2] ?? '') || words.trim() === '{');
  const start = lines[first];
  if (start === undefined || !lines.slice(0, first).some(({ words }) => isSentence(words))) return undefined;
  // Before a workflow, a chat ends its sentence or leaves a line blank; a line that is broken does neither.
  if (!/(?:^\s*|[:.!?…]\**)$/.test(lines[first - 1]?.words ?? '')) return undefined;
  const lead = /^\s*/.exec(start.words)?.[0] ?? '';
  let end = start.end;
  for (const line of lines.slice(first)) {
    const own = line.words.startsWith(lead) ? line.words.slice(lead.length) : line.words.trimStart();
    if (own !== '' && /^\S/.test(own) && !notProse.test(own)) break;
    end = line.end;
  }
  return isWorkflow(text.slice(start.at, end))
    ? { span: [start.at, end], lead, isFenced: false, others: 0 }
    : undefined;
}
