/** The number of rows that Page Up and Page Down move by. */
const page = 10;

/** The index of the row that a key leads to from the current one (−1: none); undefined for other keys. */
export function findStep(key: string, index: number, count: number): number | undefined {
  const clamp = (next: number) => Math.min(Math.max(next, 0), count - 1);
  const from = index < 0 ? count : index;
  switch (key) {
    case 'ArrowDown':
      return clamp(index + 1);
    case 'ArrowUp':
      return clamp(from - 1);
    case 'PageDown':
      return clamp(index + page);
    case 'PageUp':
      return clamp(from - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
