import { type BodyKey, isBodyIn, isEntryOf, listWithHolders } from './block-keys';
import { findEntryBlocks } from './edit-tasks';
import type { BlockReplacement } from './replace-blocks';
import type { TextParts } from './text-parts';
import type { YamlBlock } from './yaml-source';

/** An entry without the tasks of some groups in it, as a text of its own. */
export interface AroundBodies {
  readonly text: TextParts;
  readonly block: YamlBlock;
}

/** The tasks of a group, cut out of the entry that they are in. */
interface Cut {
  /** Where the line of the key of the tasks starts in what is left, and where the tasks were. */
  readonly key: number;
  readonly at: number;
  readonly length: number;
}

/**
 * Edits an entry of the library without the tasks of some groups in it, of which the text may be long. `change` is
 * given what is left, and returns it changed. Undefined if the change is on both sides of such tasks, or at their key.
 */
export function editAround(
  parts: TextParts,
  key: string,
  bodies: readonly BodyKey[],
  change: (around: AroundBodies) => string | undefined,
): BlockReplacement[] | undefined {
  const block = parts.blocks.get(key);
  if (block === undefined) return undefined;
  let text = '';
  let end = block.from;
  const cuts: Cut[] = [];
  for (const body of bodies) {
    const holder = parts.blocks.get(body);
    const first = [...parts.blocks.values()].find((entry) => isEntryOf(entry.key, body));
    if (holder === undefined || first === undefined) return undefined;
    text += parts.text.slice(end, first.from);
    cuts.push({
      key: text.length - (first.from - holder.from),
      at: text.length,
      length: holder.to - first.from,
    });
    end = holder.to;
  }
  text += parts.text.slice(end, block.to);
  const changed = change({ text: { ...parts, text }, block: { key, from: 0, to: text.length } });
  if (changed === undefined) return undefined;
  if (changed === text) return [];
  if (cuts.length > 0) return placeCuts(parts, block, cuts, text, changed);
  const [holder = '', id = ''] = splitKey(key);
  const blocks = findEntryBlocks(holder, id, changed);
  return [{ from: block.from, to: block.to, text: changed, blocks, within: listWithHolders(holder) }];
}

const splitKey = (key: string): readonly string[] => [
  key.slice(0, key.lastIndexOf(':')),
  key.slice(key.lastIndexOf(':') + 1),
];

/** The change of a text with cuts as one of the whole text: of the lines that differ. */
function placeCuts(
  parts: TextParts,
  block: YamlBlock,
  cuts: readonly Cut[],
  before: string,
  after: string,
): BlockReplacement[] | undefined {
  const [from, tail] = measureSameLines(before, after);
  const to = before.length - tail;
  if (!cuts.every((cut) => to <= cut.key || from >= cut.at)) return undefined;
  const shift = cuts.reduce((sum, { at, length }) => (from >= at ? sum + length : sum), block.from);
  const replacement = { from: from + shift, to: to + shift };
  // Other groups in these lines would get new blocks.
  const isTouched = [...parts.blocks.values()].some(
    (other) => isBodyIn(other.key, block.key) && other.from < replacement.to && replacement.from < other.to,
  );
  if (isTouched) return undefined;
  const text = after.slice(from, after.length - tail);
  return [{ ...replacement, text, blocks: [], within: listWithHolders(block.key) }];
}

/** The lengths of the lines that are the same at the start and at the end of two texts. */
function measureSameLines(before: string, after: string): readonly [start: number, end: number] {
  const [old, now] = [before.split(/(?<=\n)/), after.split(/(?<=\n)/)];
  const most = Math.min(old.length, now.length);
  let first = 0;
  while (first < most && old[first] === now[first]) first += 1;
  let last = 0;
  while (last < most - first && old.at(-1 - last) === now.at(-1 - last)) last += 1;
  const sumLengths = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length, 0);
  return [sumLengths(old.slice(0, first)), sumLengths(last === 0 ? [] : old.slice(-last))];
}
