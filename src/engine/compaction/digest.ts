import { findDecisionLines, findErrorLines } from './kept-lines';

/** What is left of compacted messages. Each decision and each error is one line. */
export interface Digest {
  /** The first line. */
  readonly title: string;
  /** Outputs, the oldest first. */
  readonly outputs: readonly string[];
  readonly errors: readonly string[];
  readonly decisions: readonly string[];
  /** How many of each were left out because there was no room. */
  readonly gone: Gone;
}

export type Gone = { readonly [K in 'outputs' | 'errors' | 'decisions']: number };

export const nothingGone: Gone = { outputs: 0, errors: 0, decisions: 0 };

const heads = { errors: 'Errors so far:', decisions: 'Decisions so far:' } as const;
/** A digest as a text. A line in each section says what was left out for lack of room. */
export function writeDigest({ title, outputs, errors, decisions, gone }: Digest): string {
  return [
    title,
    ...formatGoneLine('outputs', gone),
    ...outputs,
    ...formatSectionLines('errors', errors, gone),
    ...formatSectionLines('decisions', decisions, gone),
  ].join('\n');
}

/** Reads what {@link writeDigest} wrote. `startsOutput` matches the first line of each output. */
export function readDigest(text: string, startsOutput: RegExp): Digest {
  const [title = '', ...lines] = text.split('\n');
  const gone: Record<keyof Gone, number> = { ...nothingGone };
  const section = (kind: 'errors' | 'decisions', read: (line: string) => readonly string[]) => {
    const at = lines.lastIndexOf(heads[kind]);
    if (at < 0) return [];
    const count = readGoneCount(kind, lines[at + 1] ?? '');
    const found = lines.slice(at + (count > 0 ? 2 : 1)).map((line) => read(line)[0]);
    // The same heading within an output does not begin a section.
    if (found.includes(undefined)) return [];
    gone[kind] = count;
    lines.splice(at);
    return found as readonly string[];
  };
  const decisions = section('decisions', findDecisionLines);
  const errors = section('errors', findErrorLines);
  gone.outputs = readGoneCount('outputs', lines[0] ?? '');
  const outputs: string[] = [];
  for (const line of gone.outputs > 0 ? lines.slice(1) : lines) {
    const last = outputs.length - 1;
    if (startsOutput.test(line) || last < 0) outputs.push(line);
    else outputs[last] = `${outputs[last]}\n${line}`;
  }
  return { title, outputs, errors, decisions, gone };
}

function formatSectionLines(kind: keyof typeof heads, lines: readonly string[], gone: Gone): readonly string[] {
  if (lines.length === 0 && gone[kind] === 0) return [];
  return [heads[kind], ...formatGoneLine(kind, gone), ...lines];
}

function formatGoneLine(kind: keyof Gone, gone: Gone): readonly string[] {
  return gone[kind] === 0 ? [] : [`[${gone[kind]} older ${kind} left out for want of room]`];
}

function readGoneCount(kind: keyof Gone, line: string): number {
  return Number(new RegExp(`^\\[(\\d+) older ${kind} left out for want of room\\]$`).exec(line)?.[1] ?? 0);
}
