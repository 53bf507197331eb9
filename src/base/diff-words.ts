import { diffWordsWithSpace } from 'diff';

/** A piece of text that both sides have, or only one of them. */
export interface TextPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/**
 * Most words and spaces that may differ; with more, everything counts as different, as finding the smallest difference
 * would take seconds.
 */
const maxEditLength = 1000;

/**
 * Compares two texts by words: the parts that both have, and those that were removed and added. Without the added parts
 * it is the text before, without the removed ones the text after.
 */
export function diffWords(before: string, after: string): TextPart[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength });
  if (changes === undefined) {
    return joinParts([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]);
  }
  return joinParts(
    changes.map(({ value, added, removed }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value })),
  );
}

/**
 * Joins neighbouring parts into one: first what was removed, then what was added. Spaces between two replaced words are
 * replaced with them.
 */
function joinParts(list: readonly TextPart[]): TextPart[] {
  const result: TextPart[] = [];
  let [removed, added, same] = ['', '', ''];
  const flushParts = (): void => {
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
    else if (same !== '') flushParts();
    if (kind === 'removed') removed += text;
    else added += text;
  }
  flushParts();
  return result;
}
