import type { TextRange } from '@/workflow/diagnostic';

/** Makes a function that converts offsets in this text to lines and columns. Offsets beyond the end mean the end. */
export function createTextRanges(text: string): (from: number, to: number) => TextRange {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);

  const findLine = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };

  return (start, end) => {
    const from = Math.min(start, text.length);
    const to = Math.min(Math.max(from, end), text.length);
    const first = findLine(from);
    const last = findLine(to);
    return {
      from,
      to,
      line: first + 1,
      column: from - (starts[first] ?? 0) + 1,
      endLine: last + 1,
      endColumn: to - (starts[last] ?? 0) + 1,
    };
  };
}
