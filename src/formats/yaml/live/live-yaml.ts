import { computeUtf8Length } from '@/base/bytes';
import { defined } from '@/base/defined';
import { isSameInOrder } from '@/base/json';
import { shareJson } from '@/base/shared-json';
import { applyTextEdits, type TextEdit } from '@/workflow/change';
import { getSettings, type WorkflowDocument } from '@/workflow/document';
import { listIds, replaceInRecord, type TaskRecord } from '@/workflow/task-record';
import type { Task } from '@/workflow/tasks';
import { hasTooManyMarks, maxDiagnostics, maxWorkflowBytes } from '../../limits';
import { isWorthParsing } from '../../reading/is-readable';
import { startReading } from '../../reading/reading';
import { isBody } from '../block-keys';
import { hasReferences } from '../edit-value';
import { type EntryRecord, type EntryValue, getEntries, groupAt, setEntries } from '../entries';
import { parseYaml } from '../parse-yaml';
import { type ReadYaml, readMended, readParsed } from '../read-yaml';
import { indentAt } from '../text-lines';
import type { YamlSource } from '../yaml-source';
import { type EntrySegment, type RegionForm, readSegments } from './entry-segment';
import { countFieldsBeforeTasks } from './fields-before-tasks';
import { buildOutline, editOutline, isRead, longEntry, type Outline, type Region, type Unread } from './outline';
import { PlacedOutline } from './placed-outline';

/**
 * A YAML text that is edited and read in turn. Only what was edited is parsed again: single entries of `tasks`, of
 * `layout.tasks` and of the library, or everything around them. The result equals that of `readYaml` on the whole text.
 * A text that cannot be divided is read as a whole each time.
 */
export class LiveYaml {
  #text: string;
  #outline: Outline | undefined;
  /** The last reading of the text around the regions, with the pieces that were read. */
  #frame: Frame | undefined;
  #read: ReadYaml | undefined;
  /** The document of the last reading that had one. Its unchanged parts are used again. */
  #document: WorkflowDocument | undefined;
  /** Upper bounds of the text's marks and of its bytes in UTF-8. */
  #marks = 0;
  #bytes = 0;

  readonly #long: number;

  /** `long`: length from which an entry of the library is divided further, in UTF-16 units. */
  constructor(text: string, long = longEntry) {
    this.#text = text;
    this.#long = long;
  }

  get text(): string {
    return this.#text;
  }

  /** Whether only what is edited is read again. */
  get isDivided(): boolean {
    return this.#outline !== undefined;
  }

  /** The same text with all that was read of it, to try edits on. This one stays as it is. */
  branch(): LiveYaml {
    const branch = new LiveYaml(this.#text, this.#long);
    branch.#outline = this.#outline;
    branch.#frame = this.#frame;
    branch.#read = this.#read;
    branch.#document = this.#document;
    branch.#marks = this.#marks;
    branch.#bytes = this.#bytes;
    return branch;
  }

  /** Edits the text. Throws if the edits were made for another text; then nothing has changed. */
  edit(edits: readonly TextEdit[]): void {
    if (edits.length === 0) return;
    this.#text = applyTextEdits(this.#text, edits);
    this.#read = undefined;
    this.#outline = this.#outline && editOutline(this.#outline, edits);
    for (const { inserted, removed } of edits) {
      this.#marks += inserted.length;
      this.#bytes += computeUtf8Length(inserted) - removed.length;
    }
  }

  /** Reads the text as it is now. */
  read(): ReadYaml {
    this.#read ??= this.#readParts() ?? this.#readWhole();
    this.#document = this.#read.document ?? this.#document;
    return this.#read;
  }

  /** Reads some of what was edited, so that less is left for {@link read}. Whether to go on. */
  readAhead(): boolean {
    const outline = this.#outline;
    const at = outline?.regions.findIndex(({ parts }) => !parts.every(isRead)) ?? -1;
    const region = outline?.regions[at];
    if (outline === undefined || region === undefined) return false;
    const parts = readRegion(region, this.#document, mostAhead);
    if (parts === undefined) return false;
    this.#outline = { ...outline, regions: outline.regions.with(at, { ...region, parts }) };
    return true;
  }

  #readWhole(): ReadYaml {
    const text = this.#text;
    const parsed = parseYaml(text);
    const read = readMended(text, readParsed(text, parsed));
    // While the text has errors, the last document is kept: it is needed again once they are fixed.
    if (read.document === undefined && this.#outline !== undefined) return read;
    const kept = read.document && { ...read, document: this.#kept(read.document) };
    this.#marks = parsed.marks;
    this.#bytes = computeUtf8Length(text);
    this.#frame = undefined;
    const isWhole = read.diagnostics.length < maxDiagnostics && !hasReferences(parsed.root) && !/^%/m.test(text);
    this.#outline = kept && isWhole ? this.#divided(kept, this.#long) : undefined;
    return kept ?? read;
  }

  /** The outline of what was read as a whole, with its library divided if that is possible. */
  #divided(read: ReadYaml, long: number | undefined): Outline | undefined {
    const outline = buildOutline(read, long);
    if (outline === undefined || this.#readFrame(outline)) return outline;
    return long === undefined ? undefined : this.#divided(read, undefined);
  }

  /** The document with each unchanged task, and what is unchanged of the settings, taken from the last document. */
  #kept(document: WorkflowDocument): WorkflowDocument {
    const before = this.#document;
    if (before === undefined) return document;
    const tasks = Object.entries<Task>(document.tasks).map(
      ([id, task]) => [id, keepValue(before.tasks, id, task)] as const,
    );
    const { layout } = document;
    return {
      ...shareJson(getSettings(before), getSettings(document)),
      tasks: Object.fromEntries(tasks) as WorkflowDocument['tasks'],
      ...defined({ layout }),
    };
  }

  /** Reads only what was edited. Undefined if the whole text must be read. */
  #readParts(): ReadYaml | undefined {
    const before = this.#outline;
    if (before === undefined || this.#bytes > maxWorkflowBytes) return undefined;
    if (hasTooManyMarks(this.#marks, this.#text.length)) return undefined;
    if (!isWorthParsing(startReading(this.#text.slice(0, 1000)))) return undefined;
    const regions: Region[] = [];
    for (const region of before.regions) {
      const parts = readRegion(region, this.#document);
      if (parts === undefined) return undefined;
      regions.push({ ...region, parts });
    }
    const outline = { frame: before.frame, regions };
    const frame = this.#readFrame(outline);
    if (frame === undefined) return undefined;
    this.#outline = outline;
    const placed = new PlacedOutline(this.#text, outline, frame.read);
    const diagnostics = placed.diagnostics();
    return diagnostics.length >= maxDiagnostics
      ? undefined
      : {
          document: assembleDocument(frame, outline, this.#document),
          diagnostics,
          locate: (path) => placed.locate(path),
          get source() {
            return placed.source();
          },
        };
  }

  /** Reads the text around the regions. Undefined if it has errors, or the regions are no longer where they belong. */
  #readFrame({ frame: pieces, regions }: Outline): Frame | undefined {
    const known = this.#frame;
    if (known?.pieces.length === pieces.length && known.pieces.every((piece, index) => piece === pieces[index]))
      return known;
    const text = pieces.join('');
    const parsed = parseYaml(text);
    const found = readParsed(text, parsed);
    const { source } = found;
    const document = found.document && this.#kept(found.document);
    if (document === undefined || hasReferences(parsed.root) || source.blocks.length === 0) return undefined;
    if (Object.keys(document.tasks).length > 0 || document.layout?.tasks !== undefined) return undefined;
    let cut = 0;
    const places = new Map<string, number>();
    for (const [index, { form }] of regions.entries()) {
      cut += pieces[index]?.length ?? 0;
      if (!isHeldAt(source, form, cut)) return undefined;
      const { key } = form;
      if (Object.keys(getEntries(key, document)).length > 0) return undefined;
      if (!isBody(key)) continue;
      const group = groupAt(document, key);
      if (group === undefined || group.subtasks !== undefined) return undefined;
      places.set(key, countFieldsBeforeTasks(parsed.root, key, group));
    }
    this.#frame = { pieces, read: { ...found, document }, places };
    return this.#frame;
  }
}

/** The text around the regions, read. */
interface Frame {
  readonly pieces: readonly string[];
  readonly read: ReadYaml;
  /** How many fields of each divided function come before its tasks, by the key of the region. */
  readonly places: ReadonlyMap<string, number>;
}

/** Characters that are read ahead at a time: some ten ms of work. */
const mostAhead = 30_000;

/** A key without a value, followed by comments only. */
const emptyKey = /^ *[^\s:#][^\n:]*:[ \t]*(?:#[^\n]*)?\r?\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*$/;

/** Whether the entries of a region belong to its key when they are inserted at an offset of the frame. */
function isHeldAt({ text, blocks }: YamlSource, { key, column, isList }: RegionForm, cut: number): boolean {
  const holder = blocks.find((block) => block.key === key);
  if (holder === undefined || !emptyKey.test(text.slice(holder.from, cut))) return false;
  const outer = indentAt(text, holder.from);
  return isList ? column >= outer : column > outer;
}

const keepValue = (before: EntryRecord, key: string, value: EntryValue) => {
  const last = Object.hasOwn(before, key) ? before[key] : undefined;
  return last !== undefined && isSameInOrder(last, value) ? last : value;
};

/**
 * The parts of a region, read: all of them, or the first ones with about so many characters. Undefined if one cannot be
 * read, or an entry appears twice.
 */
function readRegion(
  { form, parts }: Region,
  document: WorkflowDocument | undefined,
  most = Number.POSITIVE_INFINITY,
): Region['parts'] | undefined {
  const first = parts.findIndex((part) => !isRead(part));
  if (first === -1) return parts;
  const before = getEntries(form.key, document);
  const read = parts.slice(0, first);
  const keys = new Set<string>();
  let count = 0;
  let left = most;
  for (let index = first; index < parts.length; index += 1) {
    const part = parts[index] as EntrySegment | Unread;
    if (isRead(part) || left <= 0) {
      read.push(part);
      continue;
    }
    // Unread parts that follow one another are parsed together.
    let { text } = part;
    for (
      let next = parts[index + 1];
      next !== undefined && !isRead(next) && text.length < left;
      next = parts[index + 1]
    ) {
      text += next.text;
      index += 1;
    }
    left -= text.length;
    const segments = readSegments(form, text);
    if (segments === undefined) return undefined;
    for (const segment of segments) {
      read.push({ ...segment, value: keepValue(before, segment.key, segment.value) });
      keys.add(segment.key);
    }
  }
  for (const part of read) if (isRead(part) && keys.has(part.key)) count += 1;
  return count === keys.size ? read : undefined;
}

function assembleDocument(frame: Frame, outline: Outline, before: WorkflowDocument | undefined): WorkflowDocument {
  let document: WorkflowDocument = {
    ...frame.read.document,
    tasks: assembleRecord([], before?.tasks ?? {}),
  } as WorkflowDocument;
  for (const { form, parts } of outline.regions) {
    const entries = assembleRecord(parts as readonly EntrySegment[], getEntries(form.key, before));
    document = setEntries(document, form.key, entries, frame.places.get(form.key));
  }
  const { tasks, layout, library, ...around } = document;
  return {
    ...around,
    ...(library === undefined ? {} : { library: shareJson(before?.library, library) }),
    tasks,
    ...defined({ layout }),
  };
}

/** EntryRecord by key, in their order; the record `before` if nothing changed. */
function assembleRecord(segments: readonly EntrySegment[], before: EntryRecord): EntryRecord {
  const keys = listEntryKeys(before);
  const changed: (readonly [string, EntryValue])[] = [];
  const isSameOrder =
    keys.length === segments.length &&
    segments.every(({ key, value }, index) => {
      if (keys[index] !== key) return false;
      if (before[key] !== value) changed.push([key, value]);
      return true;
    });
  if (!isSameOrder) return Object.fromEntries(segments.map(({ key, value }) => [key, value]));
  return changed.length === 0
    ? before
    : (replaceInRecord(before as TaskRecord, changed as [string, Task][]) as EntryRecord);
}

/** The keys of a record of entries, listed once: most edits leave them as they are. */
const listEntryKeys = (record: EntryRecord): readonly string[] => listIds(record as TaskRecord);
