import { isMap } from 'yaml';
import { isSameJson } from '@/base/json';
import type { Diagnostic, DocumentPath, TextRange } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { makeLocator } from '../../reading/locate';
import { readTree } from '../../reading/read-document';
import { hasErrors } from '../../reading/reading';
import { indexBlocks } from '../block-index';
import { buildTextAbove, getEntryPrefix, isEntryOf, isOfLibrary } from '../block-keys';
import { hasReferences } from '../edit-value';
import { type EntryValue, getEntries, type HolderKey, setEntries } from '../entries';
import { parseYaml } from '../parse-yaml';
import { readEntries } from '../read-yaml';
import { indentAt } from '../text-lines';
import { convertYamlToSyntax } from '../to-syntax';
import type { YamlBlock } from '../yaml-source';

/** One entry of a region with all lines up to the next entry. It can be read without the rest of the text. */
export interface EntrySegment {
  /** Id of the task, its task path, or the name of the definition. */
  readonly key: string;
  readonly text: string;
  /** Number of line breaks in the text. */
  readonly lines: number;
  /** Length of the entry in UTF-16 units, without the empty lines and comments after it. */
  readonly size: number;
  readonly value: EntryValue;
  /** Warnings; their ranges count from the start of this text. */
  readonly diagnostics: readonly Diagnostic[];
  /** Blocks within it; their offsets count from the start of this text. */
  readonly blocks: readonly YamlBlock[];
}

/** The form of a region: the column of its entries, and whether they are items of a list. */
export interface RegionForm {
  readonly key: HolderKey;
  readonly column: number;
  readonly isList: boolean;
}

/** The form of a region that begins at an offset of a text. */
export function findRegionForm(key: HolderKey, text: string, from: number): RegionForm {
  const column = indentAt(text, from);
  return { key, column, isList: key !== 'layout.tasks' && text[from + column] === '-' };
}

/** The entries of a region among the blocks of a text. */
export function selectEntryBlocks(key: HolderKey, blocks: readonly YamlBlock[]): readonly YamlBlock[] {
  return blocks.filter((block) => isEntryOf(block.key, key));
}

/** The blocks within each of some entries, with offsets from its start; all are in the order of the text. */
export function groupBlocksWithin(
  entries: readonly YamlBlock[],
  blocks: readonly YamlBlock[],
): ReadonlyMap<YamlBlock, readonly YamlBlock[]> {
  const within = new Map<YamlBlock, YamlBlock[]>(entries.map((entry) => [entry, []]));
  let at = 0;
  for (const { key, from, to } of blocks) {
    while (at + 1 < entries.length && (entries[at + 1]?.from ?? 0) <= from) at += 1;
    const entry = entries[at];
    if (entry === undefined || !isOfLibrary(key) || !key.startsWith(`${entry.key}/`)) continue;
    within.get(entry)?.push({ key, from: from - entry.from, to: to - entry.from });
  }
  return within;
}

const heads = new Map<string, WorkflowDocument | undefined>();

/** What the text above the entries of a region says by itself. */
function readHead(key: HolderKey): WorkflowDocument | undefined {
  if (!heads.has(key)) heads.set(key, readEntries(buildTextAbove(key)));
  return heads.get(key);
}

/**
 * Reads a part of a region, which begins with an entry, into segments. Undefined if it cannot be read alone: it has
 * errors, anchors or aliases, other entries, or no entry.
 */
export function readSegments(form: RegionForm, text: string): EntrySegment[] | undefined {
  const head = buildTextAbove(form.key);
  const whole = head + text;
  const { root, reading } = parseYaml(whole);
  if (!isMap(root) || root.items.length !== 1 || hasErrors(reading) || hasReferences(root)) return undefined;
  const tree = convertYamlToSyntax(whole, root);
  if (tree?.kind !== 'map') return undefined;
  const document = readTree(reading, { maps: [tree] });
  const values = getEntries(form.key, document);
  if (hasErrors(reading) || !isSameJson(setEntries(document, form.key, undefined), readHead(form.key)))
    return undefined;

  const prefix = getEntryPrefix(form.key);
  const all = indexBlocks(whole, [root]);
  const blocks = selectEntryBlocks(form.key, all);
  const isSame = findRegionForm(form.key, whole, blocks[0]?.from ?? 0);
  if (blocks[0]?.from !== head.length || isSame.column !== form.column || isSame.isList !== form.isList)
    return undefined;
  if (blocks.length !== Object.keys(values).length) return undefined;
  const inner = groupBlocksWithin(blocks, all);
  const segments: EntrySegment[] = [];
  let warnings: readonly Diagnostic[] = reading.diagnostics;
  let line = countLineBreaks(head, head.length);
  for (const [index, block] of blocks.entries()) {
    const key = block.key.slice(prefix.length);
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === undefined) return undefined;
    const end = blocks[index + 1]?.from ?? whole.length;
    const part = whole.slice(block.from, end);
    const isWithin = ({ range }: Diagnostic) => range !== undefined && block.from <= range.from && range.from < end;
    const own = warnings.filter(isWithin);
    if (own.length > 0) warnings = warnings.filter((warning) => !own.includes(warning));
    const lines = countLineBreaks(part, part.length);
    const diagnostics = own.map((warning) => shiftProblem(warning, -block.from, -line));
    segments.push({
      key,
      text: part,
      lines,
      size: block.to - block.from,
      value,
      diagnostics,
      blocks: inner.get(block) ?? [],
    });
    line += lines;
  }
  return warnings.length === 0 ? segments : undefined;
}

/** Number of line breaks before an offset. */
export function countLineBreaks(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Moves a problem of a text to a longer text that contains it, by the characters and lines before it there. */
export function shiftProblem(problem: Diagnostic, by: number, lines: number): Diagnostic {
  const { range, fix } = problem;
  if (range === undefined) return problem;
  return {
    ...problem,
    range: shiftRange(range, by, lines),
    ...(fix !== undefined && 'range' in fix ? { fix: { ...fix, range: shiftRange(fix.range, by, lines) } } : {}),
  };
}

/** Moves a range of a text to a longer text that contains it. */
export function shiftRange(range: TextRange, by: number, lines: number): TextRange {
  return {
    ...range,
    from: range.from + by,
    to: range.to + by,
    line: range.line + lines,
    endLine: range.endLine + lines,
  };
}

const locators = new WeakMap<EntrySegment, (path: DocumentPath) => TextRange | undefined>();

/**
 * The range of a document path in a segment, counted from the segment's start. For this, the segment is parsed once
 * more.
 */
export function locateInSegment(form: RegionForm, segment: EntrySegment, path: DocumentPath): TextRange | undefined {
  let locate = locators.get(segment);
  if (locate === undefined) {
    const head = buildTextAbove(form.key);
    const whole = head + segment.text;
    const { root, reading } = parseYaml(whole);
    const tree = convertYamlToSyntax(whole, root);
    const found = tree?.kind === 'map' ? makeLocator(reading, { maps: [tree] }) : () => undefined;
    const lines = countLineBreaks(head, head.length);
    locate = (at) => {
      const range = found(at);
      return range && shiftRange(range, -head.length, -lines);
    };
    locators.set(segment, locate);
  }
  return locate(path);
}
