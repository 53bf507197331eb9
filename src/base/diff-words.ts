/** A piece of a text that both sides have, or only one of them. */
export interface TextPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Most cells of the table that is filled to compare two texts; beyond it all between their common ends is told as other. */
const maxCells = 1_000_000;

/**
 * Two texts as one, by words: what both say, and what was taken out and put in between. Without the added parts it is the text
 * before, without the removed ones the text after.
 */
export function diffWords(before: string, after: string): TextPart[] {
  const [former, later] = [wordsOf(before), wordsOf(after)];
  const shorter = Math.min(former.length, later.length);
  let start = 0;
  while (start < shorter && former[start] === later[start]) start += 1;
  let end = 0;
  while (end < shorter - start && former.at(-1 - end) === later.at(-1 - end)) end += 1;
  const middle = compare(former.slice(start, former.length - end), later.slice(start, later.length - end));
  const same = (words: readonly string[]) => words.map((text): TextPart => ({ kind: 'same', text }));
  return joined([...same(former.slice(0, start)), ...middle, ...same(former.slice(former.length - end))]);
}

/** Words, and what stands between them: blanks and each sign by itself. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** A longest common part, by the table of its lengths from each pair of places to the end. */
function compare(before: readonly string[], after: readonly string[]): TextPart[] {
  const width = after.length + 1;
  if (before.length * width > maxCells) return [...parts('removed', before), ...parts('added', after)];
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const same = before[row] === after[column];
      lengths[row * width + column] = same
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const found: TextPart[] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    const [removed, added] = [before[row] ?? '', after[column] ?? ''];
    if (removed === added) {
      found.push({ kind: 'same', text: removed });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      found.push({ kind: 'removed', text: removed });
      row += 1;
    } else {
      found.push({ kind: 'added', text: added });
      column += 1;
    }
  }
  return [...found, ...parts('removed', before.slice(row)), ...parts('added', after.slice(column))];
}

function parts(kind: TextPart['kind'], words: readonly string[]): TextPart[] {
  return words.map((text) => ({ kind, text }));
}

/** Neighbours as one part: what was taken out, then what was put in. Blanks between two replaced words are replaced with them. */
function joined(list: readonly TextPart[]): TextPart[] {
  const result: TextPart[] = [];
  let [removed, added, same] = ['', '', ''];
  const flush = (): void => {
    for (const [kind, text] of Object.entries({ removed, added, same })) {
      if (text !== '') result.push({ kind: kind as TextPart['kind'], text });
    }
    [removed, added, same] = ['', '', ''];
  };
  for (const { kind, text } of list) {
    if (kind === 'same') {
      same += text;
      continue;
    }
    const isBlank = same.trim() === '';
    if (removed !== '' && added !== '' && isBlank) [removed, added, same] = [removed + same, added + same, ''];
    else if (same !== '') flush();
    if (kind === 'removed') removed += text;
    else added += text;
  }
  flush();
  return result;
}
