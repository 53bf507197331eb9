import { isJsonObject } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import type { OutputKind, ShownAs } from '@/state/view-store';

/** Characters that are looked at; the form of a text shows early. */
const looked = 20_000;

/** The longest text that is shown as anything but text before a person asks for it. */
const longest = 200_000;

/** How each kind of output is shown until a person chooses. */
export const usualViews: { readonly [K in OutputKind]: ShownAs } = {
  markdown: 'rendered',
  table: 'rendered',
  verdict: 'rendered',
  json: 'json',
  other: 'text',
};

/** What kind of text an output is. `artifact`: the name of the file that it is saved as, if any. */
export function findOutputKind(text: string, artifact?: string): OutputKind {
  if (text.length > longest) return 'other';
  if (/^\s*[[{]/.test(text)) return findJsonKind(text);
  const start = text.slice(0, looked);
  if (isTable(start)) return 'table';
  return /\.(md|markdown)$/i.test(artifact ?? '') || isMarkdown(start) ? 'markdown' : 'other';
}

function findJsonKind(text: string): OutputKind {
  try {
    return isVerdict(decodeJson(text)) ? 'verdict' : 'json';
  } catch {
    return 'other';
  }
}

/** What an evaluator says of a draft. */
export interface Verdict {
  readonly success: boolean;
  readonly feedback?: string;
}

/** The verdict that a text is; undefined: it is none. */
export function readVerdict(text: string): Verdict | undefined {
  try {
    const value: unknown = decodeJson(text);
    return isVerdict(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isVerdict(value: unknown): value is Verdict {
  if (!isJsonObject(value) || typeof value['success'] !== 'boolean') return false;
  return value['feedback'] === undefined || typeof value['feedback'] === 'string';
}

/** Whether it is a table in Markdown and nothing else. */
function isTable(text: string): boolean {
  const lines = text.trim().split('\n');
  return lines.length > 1 && /^\|?[\s:|-]*-[\s:|-]*$/.test(lines[1] ?? '') && lines.every((line) => line.includes('|'));
}

/** Signs of Markdown that plain text rarely has: one is enough. */
const signs = [
  /^#{1,6} \S/m, // a heading
  /^ {0,3}(```|~~~)/m, // a fence
  /\*\*[^\s*][^*\n]*\*\*/, // bold
  /\[[^\]\n]+\]\((https?:|#|\/)[^)\s]+\)/, // a link
  /^ {0,3}([-*+]|\d+[.)]) \S.*\n(.*\n)*? {0,3}([-*+]|\d+[.)]) \S/m, // two entries of a list
  /^\|.*\|\n\|?[\s:|-]*-[\s:|-]*\n/m, // a table
];

function isMarkdown(text: string): boolean {
  return signs.some((sign) => sign.test(text));
}
