/** A table of Markdown, of which the first row is the head. */
export function formatMarkdownTable(rows: readonly (readonly string[])[]): string {
  const formatLine = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |\n`;
  const [head = [], ...rest] = rows;
  return [formatLine(head), formatLine(head.map(() => '---')), ...rest.map(formatLine)].join('');
}

/** Words of others in a line of Markdown, or in a cell: they must not break out of it, or become HTML. */
export function escapeMarkdown(cell: string): string {
  return cell.replaceAll(/[\\|`*_<>[\]]/g, '\\$&').replaceAll(/\s+/g, ' ');
}
