import { plainLine } from './plain-line';

/** Rows of text in columns as wide as their content. */
export function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(plainLine));
  const widths: number[] = [];
  for (const row of cells) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(cell.length, widths[column] ?? 0);
  }
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return cells.map((row) => `${line(row).trimEnd()}\n`).join('');
}
