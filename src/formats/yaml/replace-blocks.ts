import type { TextEdit } from '@/workflow/change';
import { applyTextEdits } from '@/workflow/change';
import type { YamlBlock, YamlSource } from './yaml-source';

/** A block, or an empty range between blocks, and its replacement. */
export interface BlockReplacement {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The blocks of the new text, with offsets in it. */
  readonly blocks: readonly YamlBlock[];
  /** Keys of the blocks around this one, whose lengths change with it. */
  readonly within: readonly string[];
}

/**
 * Replaces blocks of a text. Its index is updated once it is asked for, which is linear in the number of blocks.
 */
export function replaceBlocks(
  source: YamlSource,
  replacements: readonly BlockReplacement[],
): { readonly source: YamlSource; readonly edits: TextEdit[] } {
  // At the same offset, insertions come before removals.
  const ordered = replacements.toSorted((a, b) => a.from - b.from || a.to - b.to);
  const edits = ordered.map((replacement) => shrinkEdit(source.text, replacement)).filter(isChange);
  let made: YamlSource | undefined;
  return {
    edits,
    get source() {
      made ??= { text: applyTextEdits(source.text, edits), blocks: moveBlocks(source.blocks, ordered) };
      return made;
    },
  };
}

const isChange = ({ removed, inserted }: TextEdit): boolean => removed !== inserted;

/** The edit without the text that is the same at its start and end. */
export function shrinkEdit(
  text: string,
  { from, to, text: inserted }: Pick<BlockReplacement, 'from' | 'to' | 'text'>,
): TextEdit {
  const removed = text.slice(from, to);
  const most = Math.min(removed.length, inserted.length);
  let start = 0;
  while (start < most && removed[start] === inserted[start]) start += 1;
  let end = 0;
  while (end < most - start && removed.at(-1 - end) === inserted.at(-1 - end)) end += 1;
  return {
    at: from + start,
    removed: removed.slice(start, removed.length - end),
    inserted: inserted.slice(start, inserted.length - end),
  };
}

function moveBlocks(blocks: readonly YamlBlock[], ordered: readonly BlockReplacement[]): YamlBlock[] {
  const starts = [0];
  for (const { from, to, text } of ordered) starts.push((starts.at(-1) ?? 0) + text.length - (to - from));
  /** How far an offset moves: by all replacements that end before it, and those at it for which `counts` holds. */
  const shift = (offset: number, counts: (replacement: BlockReplacement) => boolean): number => {
    let low = 0;
    let high = ordered.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ordered[middle]?.to ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    let sum = starts[low] ?? 0;
    for (let at = low; at < ordered.length; at += 1) {
      const replacement = ordered[at];
      if (replacement === undefined || replacement.to > offset) break;
      if (counts(replacement)) sum += replacement.text.length - (replacement.to - replacement.from);
    }
    return sum;
  };

  const replaced = new Map(
    ordered.filter(({ from, to }) => to > from).map((replacement) => [replacement.from, replacement]),
  );
  const moved: YamlBlock[] = [];
  let inside = -1;
  for (const { key, from, to } of blocks) {
    const replacement = replaced.get(from);
    if (replacement && to <= replacement.to) inside = Math.max(inside, replacement.to);
    if (to <= inside) continue;
    const isHolding = ({ within }: BlockReplacement): boolean => within.includes(key);
    moved.push({
      key,
      from: from + shift(from, (replacement) => !isHolding(replacement)),
      to: to + shift(to, (replacement) => replacement.from < replacement.to || isHolding(replacement)),
    });
  }
  for (const [index, { from, blocks: added }] of ordered.entries()) {
    const start = from + (starts[index] ?? 0);
    for (const block of added) moved.push({ ...block, from: block.from + start, to: block.to + start });
  }
  return moved.sort((a, b) => a.from - b.from || b.to - a.to);
}
