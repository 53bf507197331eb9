import { formatPlainLine } from './plain-line';

/** Rows of text in columns as wide as their content. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(formatPlainLine));
  const widths: number[] = [];
  for (const row of cells) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(cell.length, widths[column] ?? 0);
  }
  const formatLine = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return cells.map((row) => `${formatLine(row).trimEnd()}\n`).join('');
}
