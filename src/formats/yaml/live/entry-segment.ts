import { isMap } from 'yaml';
import type { Diagnostic, DocumentPath, TextRange } from '@/workflow/diagnostic';
import { definitionAt, type Point, type WorkflowDocument } from '@/workflow/document';
import { functionPath } from '@/workflow/function-path';
import type { Task, TaskOf } from '@/workflow/tasks';
import { makeLocator } from '../../reading/locate';
import { readTree } from '../../reading/read-document';
import { hasErrors } from '../../reading/reading';
import { indexBlocks } from '../block-index';
import { type BodyKey, entryPrefix, functionOfBody, textAbove } from '../block-keys';
import { hasReferences } from '../edit-value';
import { parseYaml } from '../parse-yaml';
import { indentAt } from '../text-lines';
import { yamlToSyntax } from '../to-syntax';

/**
 * The regions of a text: the entries of `tasks`, those of `layout.tasks`, and the tasks of each function that is a
 * group.
 */
export type RegionKey = 'tasks' | 'layout.tasks' | BodyKey;

/** One entry of a region with all lines up to the next entry. It can be read without the rest of the text. */
export interface EntrySegment {
  /** Id of the task, or its task path. */
  readonly key: string;
  readonly text: string;
  /** Number of line breaks in the text. */
  readonly lines: number;
  /** Length of the entry in UTF-16 units, without the empty lines and comments after it. */
  readonly size: number;
  readonly value: Task | Point;
  /** Warnings; their ranges count from the start of this text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The form of a region: the column of its entries, and whether they are items of a list. */
export interface RegionForm {
  readonly key: RegionKey;
  readonly column: number;
  readonly isList: boolean;
}

/** The form of a region that begins at an offset of a text. */
export function regionForm(key: RegionKey, text: string, from: number): RegionForm {
  const column = indentAt(text, from);
  return { key, column, isList: key !== 'layout.tasks' && text[from + column] === '-' };
}

/** Entries of a region in a document, by key. */
export function entriesOf(
  key: RegionKey,
  document: WorkflowDocument | undefined,
): Readonly<Record<string, Task | Point>> {
  if (key === 'tasks') return document?.tasks ?? {};
  return (key === 'layout.tasks' ? document?.layout?.tasks : bodyIn(document, key)?.subtasks) ?? {};
}

/** The group whose tasks are a region; undefined: the document has no such function, or it is no group. */
export function bodyIn(document: WorkflowDocument | undefined, key: string): TaskOf<'group'> | undefined {
  const name = functionOfBody(key);
  const task = name === undefined ? undefined : document && definitionAt(document, functionPath(name))?.task;
  return task?.type === 'group' ? task : undefined;
}

/** Whether a document has nothing but the entries of a region. */
function hasOnlyRegion(key: RegionKey, { tasks, layout, library, ...others }: WorkflowDocument): boolean {
  if (Object.keys(others).length > 0) return false;
  if (key === 'tasks') return layout === undefined && library === undefined;
  if (Object.keys(tasks).length > 0) return false;
  if (key === 'layout.tasks') return library === undefined && isOnly(layout, 'tasks');
  const [definition, ...more] = Object.values(library ?? {});
  const { type: _type, ...fields } = definition?.task ?? {};
  return layout === undefined && more.length === 0 && isOnly(definition, 'task') && isOnly(fields, 'subtasks');
}

const isOnly = (holder: object | undefined, key: string): boolean => Object.keys(holder ?? {}).join('\n') === key;

/**
 * Reads a part of a region, which begins with an entry, into segments. Undefined if it cannot be read alone: it has
 * errors, anchors or aliases, other entries, or no entry.
 */
export function readSegments(form: RegionForm, text: string): EntrySegment[] | undefined {
  const head = textAbove(form.key);
  const whole = head + text;
  const { root, reading } = parseYaml(whole);
  if (!isMap(root) || root.items.length !== 1 || hasErrors(reading) || hasReferences(root)) return undefined;
  const tree = yamlToSyntax(whole, root);
  if (tree?.kind !== 'map') return undefined;
  const document = readTree(reading, { maps: [tree] });
  const values = entriesOf(form.key, document);
  if (hasErrors(reading) || !hasOnlyRegion(form.key, document)) return undefined;

  const prefix = entryPrefix(form.key);
  const blocks = indexBlocks(whole, [root]).filter(({ key }) => key.startsWith(prefix));
  const isSame = regionForm(form.key, whole, blocks[0]?.from ?? 0);
  if (blocks[0]?.from !== head.length || isSame.column !== form.column || isSame.isList !== form.isList)
    return undefined;
  if (blocks.length !== Object.keys(values).length) return undefined;
  const segments: EntrySegment[] = [];
  let warnings: readonly Diagnostic[] = reading.diagnostics;
  let line = linesIn(head, head.length);
  for (const [index, block] of blocks.entries()) {
    const key = block.key.slice(prefix.length);
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === undefined) return undefined;
    const end = blocks[index + 1]?.from ?? whole.length;
    const part = whole.slice(block.from, end);
    const isWithin = ({ range }: Diagnostic) => range !== undefined && block.from <= range.from && range.from < end;
    const own = warnings.filter(isWithin);
    if (own.length > 0) warnings = warnings.filter((warning) => !own.includes(warning));
    const lines = linesIn(part, part.length);
    const diagnostics = own.map((warning) => shifted(warning, -block.from, -line));
    segments.push({ key, text: part, lines, size: block.to - block.from, value, diagnostics });
    line += lines;
  }
  return warnings.length === 0 ? segments : undefined;
}

/** Number of line breaks before an offset. */
export function linesIn(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Moves a problem of a text to a longer text that contains it, by the characters and lines before it there. */
export function shifted(problem: Diagnostic, by: number, lines: number): Diagnostic {
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
export function locateIn(form: RegionForm, segment: EntrySegment, path: DocumentPath): TextRange | undefined {
  let locate = locators.get(segment);
  if (locate === undefined) {
    const head = textAbove(form.key);
    const whole = head + segment.text;
    const { root, reading } = parseYaml(whole);
    const tree = yamlToSyntax(whole, root);
    const found = tree?.kind === 'map' ? makeLocator(reading, { maps: [tree] }) : () => undefined;
    const lines = linesIn(head, head.length);
    locate = (at) => {
      const range = found(at);
      return range && shiftRange(range, -head.length, -lines);
    };
    locators.set(segment, locate);
  }
  return locate(path);
}
