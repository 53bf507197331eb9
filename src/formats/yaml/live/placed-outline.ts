import type { Diagnostic, DocumentPath, TextRange } from '@/workflow/diagnostic';
import { endBehindComments } from '../block-index';
import { buildBlockPath, getEntryPrefix, isEntryOf, isOfLibrary, listWithHolders } from '../block-keys';
import { BlockLookup, keepLookup } from '../block-lookup';
import type { ReadYaml } from '../read-yaml';
import { indentAt } from '../text-lines';
import type { YamlBlock, YamlSource } from '../yaml-source';
import { countLineBreaks, type EntrySegment, locateInSegment, shiftProblem, shiftRange } from './entry-segment';
import type { Outline, Region } from './outline';

/** So many entries are found without an index: after most edits there are a few problems, or none. */
const fewLookups = 8;

/** An outline that was read, with the positions of its parts in the whole text. */
export class PlacedOutline {
  readonly #text: string;
  readonly #frame: ReadYaml;
  readonly #regions: readonly PlacedRegion[];
  #lookups = 0;
  #index: ReadonlyMap<string, ReadonlyMap<string, At>> | undefined;
  #source: YamlSource | undefined;

  constructor(text: string, { frame: pieces, regions }: Outline, frame: ReadYaml) {
    this.#text = text;
    this.#frame = frame;
    const placed: PlacedRegion[] = [];
    let from = 0;
    let line = 0;
    let cut = 0;
    for (const [index, region] of regions.entries()) {
      const piece = pieces[index] ?? '';
      const segments = region.parts as readonly EntrySegment[];
      cut += piece.length;
      from += piece.length;
      line += countLineBreaks(piece, piece.length);
      const length = segments.reduce((sum, segment) => sum + segment.text.length, 0);
      const lines = segments.reduce((sum, segment) => sum + segment.lines, 0);
      placed.push({ form: region.form, segments, cut, from, line, length, lines });
      from += length;
      line += lines;
    }
    this.#regions = placed;
  }

  diagnostics(): readonly Diagnostic[] {
    const all = this.#frame.diagnostics.map((problem) => {
      const { range, fix } = problem;
      const moved = { ...problem, ...(range && { range: this.#fromFrame(range) }) };
      return fix !== undefined && 'range' in fix
        ? { ...moved, fix: { ...fix, range: this.#fromFrame(fix.range) } }
        : moved;
    });
    for (const { segments, from, line } of this.#regions) {
      let [start, startLine] = [from, line];
      for (const { text, lines, diagnostics } of segments) {
        for (const problem of diagnostics) all.push(shiftProblem(problem, start, startLine));
        start += text.length;
        startLine += lines;
      }
    }
    return all.sort((a, b) => (a.range?.from ?? 0) - (b.range?.from ?? 0));
  }

  locate(path: DocumentPath): TextRange | undefined {
    const at = this.#entryAt(path);
    if (at !== undefined) {
      const range = locateInSegment(at.region.form, at.segment, path);
      return range && shiftRange(range, at.from, at.line);
    }
    const range = this.#frame.locate(path);
    return range && this.#fromFrame(range);
  }

  source(): YamlSource {
    if (this.#source !== undefined) return this.#source;
    // Only texts whose tasks are at the top, unindented, are divided.
    const unit = this.#regions.find(({ form, segments }) => form.key === 'tasks' && segments.length > 0)?.form.column;
    let blocks: readonly YamlBlock[] | undefined;
    const list = () => {
      blocks ??= this.#blocks();
      return blocks;
    };
    this.#source = {
      text: this.#text,
      get blocks() {
        return list();
      },
    };
    keepLookup(this.#source, new BlockLookup(list, (key) => this.#entryBlock(key), unit));
    return this.#source;
  }

  /** The block of an entry of a region. */
  #entryBlock(key: string): YamlBlock | undefined {
    for (const { form, segments, from } of this.#regions) {
      if (!isEntryOf(key, form.key)) continue;
      const name = key.slice(getEntryPrefix(form.key).length);
      let start = from;
      for (const segment of segments) {
        if (segment.key === name) return { key, from: start, to: start + segment.size };
        start += segment.text.length;
      }
    }
    return undefined;
  }

  /** The entry of a region that a document path leads into. */
  #entryAt(path: DocumentPath): At | undefined {
    this.#lookups += 1;
    if (this.#index === undefined && this.#lookups <= fewLookups) return this.#findEntry(path);
    this.#index ??= this.#entries();
    for (const end of path.keys()) {
      const at = this.#index.get(path.slice(0, end).join('/'))?.get(String(path[end]));
      if (at !== undefined) return at;
    }
    return undefined;
  }

  /** The entry of a region that a document path leads into, without an index. */
  #findEntry(path: DocumentPath): At | undefined {
    for (const region of this.#regions) {
      const place = buildBlockPath(region.form.key);
      if (path.length <= place.length || !place.every((step, index) => String(step) === String(path[index]))) continue;
      let { from, line } = region;
      for (const segment of region.segments) {
        if (segment.key === String(path[place.length])) return { region, segment, from, line };
        from += segment.text.length;
        line += segment.lines;
      }
    }
    return undefined;
  }

  /** The entries of each region, by its document path. */
  #entries(): ReadonlyMap<string, ReadonlyMap<string, At>> {
    const regions = this.#regions.map((region) => {
      let { from, line } = region;
      const entries = region.segments.map((segment): [string, At] => {
        const at = { region, segment, from, line };
        from += segment.text.length;
        line += segment.lines;
        return [segment.key, at];
      });
      return [buildBlockPath(region.form.key).join('/'), new Map(entries)] as const;
    });
    return new Map(regions);
  }

  /** Moves a range of the frame to the whole text. */
  #fromFrame(range: TextRange): TextRange {
    const start = this.#regions.filter(({ cut }) => cut <= range.from);
    const end = range.to === range.from ? start : this.#regions.filter(({ cut }) => cut < range.to);
    const sumRegions = (regions: readonly PlacedRegion[], of: 'length' | 'lines') =>
      regions.reduce((all, region) => all + region[of], 0);
    return {
      ...range,
      from: range.from + sumRegions(start, 'length'),
      to: range.to + sumRegions(end, 'length'),
      line: range.line + sumRegions(start, 'lines'),
      endLine: range.endLine + sumRegions(end, 'lines'),
    };
  }

  /** The block index. A block that contains a region ends with the region's last entry, or after it. */
  #blocks(): YamlBlock[] {
    const blocks: YamlBlock[] = [];
    const ends = new Map<string, number>();
    for (const { form, segments, from } of this.#regions) {
      let start = from;
      let end = from;
      for (const { key, text, size, blocks: within } of segments) {
        end = start + size;
        blocks.push({ key: getEntryPrefix(form.key) + key, from: start, to: end });
        for (const block of within) blocks.push({ key: block.key, from: start + block.from, to: start + block.to });
        start += text.length;
      }
      // What holds several ends with the last of them.
      for (const key of isOfLibrary(form.key) ? listWithHolders(form.key) : [form.key]) ends.set(key, end);
    }
    const inFrame = this.#frame.source.blocks.map(({ key, from, to }) => ({
      key,
      from: from + this.#lengthBefore(from, true),
      to: to + this.#lengthBefore(to, false),
    }));
    for (const block of inFrame.toReversed()) {
      const last = ends.get(block.key);
      if (last === undefined || block.to > last) {
        blocks.push(block);
        continue;
      }
      const to = endBehindComments(this.#text, last, indentAt(this.#text, block.from));
      blocks.push({ ...block, to });
      if (block.key === 'layout.tasks') ends.set('layout', to);
    }
    return blocks.sort((a, b) => a.from - b.from || b.to - a.to);
  }

  /** Length of the regions before an offset of the frame. A region cut out at that offset counts if `isStart`. */
  #lengthBefore(offset: number, isStart: boolean): number {
    const before = this.#regions.filter(({ cut }) => (isStart ? cut <= offset : cut < offset));
    return before.reduce((sum, { length }) => sum + length, 0);
  }
}

interface PlacedRegion {
  readonly form: Region['form'];
  readonly segments: readonly EntrySegment[];
  /** The offset in the frame at which it was cut out. */
  readonly cut: number;
  /** Its offset in the whole text, and the number of line breaks before it. */
  readonly from: number;
  readonly line: number;
  readonly length: number;
  readonly lines: number;
}

interface At {
  readonly region: PlacedRegion;
  readonly segment: EntrySegment;
  readonly from: number;
  readonly line: number;
}
