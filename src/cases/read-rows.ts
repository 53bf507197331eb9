import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import { err, ok, type Result } from '@/base/result';

/** The rows of a file, each with the columns that it has, and the line on which it begins. */
export type CaseRows = readonly { readonly line: number; readonly cells: JsonObject }[];

/** The most rows of a file, and characters of a cell. */
const mostRows = 100_000;
const longestCell = 5_000_000;
/** The most problems that are told at once. */
const mostTold = 20;

/**
 * Reads rows: a JSON array of objects, JSONL, or CSV whose first line names the columns. Refused with sentences that
 * name the line.
 */
export function readRows(name: string, text: string): Result<CaseRows, readonly string[]> {
  const bare = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (bare.trim() === '') return err([`${name} is empty.`]);
  const read = /\.jsonl$/i.test(name)
    ? readLines(bare)
    : bare.trimStart().startsWith('[')
      ? readArray(bare)
      : readCsv(bare);
  if (!read.ok) return err(read.error.slice(0, mostTold).map((problem) => `${name}:${problem}`));
  if (read.value.length === 0) return err([`${name} has a header only, and no row.`]);
  if (read.value.length > mostRows) return err([`${name} has more than ${mostRows} rows.`]);
  const problems = [...findRepeatedIds(read.value), ...findLongCells(read.value)];
  return problems.length === 0 ? read : err(problems.slice(0, mostTold).map((problem) => `${name}:${problem}`));
}

function findRepeatedIds(rows: CaseRows): readonly string[] {
  const seen = new Map<string, number>();
  const problems: string[] = [];
  for (const { line, cells } of rows) {
    const id = cells['__id'];
    if (id === undefined || id === '') continue;
    const before = seen.get(String(id));
    if (before !== undefined) problems.push(`${line}: the __id “${String(id)}” is that of line ${before}, too.`);
    seen.set(String(id), before ?? line);
  }
  return problems;
}

function findLongCells(rows: CaseRows): readonly string[] {
  return rows.flatMap(({ line, cells }) =>
    Object.entries(cells).flatMap(([column, cell]) =>
      typeof cell === 'string' && cell.length > longestCell ? [`${line}: the cell ${column} is longer than 5 MB.`] : [],
    ),
  );
}

function readArray(text: string): Result<CaseRows, readonly string[]> {
  let value: unknown;
  try {
    value = decodeJson(text);
  } catch (error) {
    return err([` ${(error as Error).message}`]);
  }
  if (!Array.isArray(value)) return err([' a list of objects is expected.']);
  const wrong = value.flatMap((row, index) => (isJsonObject(row) ? [] : [` row ${index + 1} is not an object.`]));
  if (wrong.length > 0) return err(wrong);
  return ok(value.map((cells, index) => ({ line: index + 1, cells: cells as JsonObject })));
}

function readLines(text: string): Result<CaseRows, readonly string[]> {
  const rows: { line: number; cells: JsonObject }[] = [];
  const problems: string[] = [];
  for (const [index, written] of text.split('\n').entries()) {
    if (written.trim() === '') continue;
    try {
      const cells: unknown = decodeJson(written);
      if (isJsonObject(cells)) rows.push({ line: index + 1, cells });
      else problems.push(`${index + 1}: an object is expected.`);
    } catch {
      problems.push(`${index + 1}: this line is not JSON.`);
    }
  }
  return problems.length > 0 ? err(problems) : ok(rows);
}

/** The delimiter is the one that the first line has most of. */
function findDelimiter(text: string): string {
  const [line = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split('\n', 1);
  const counts = [',', ';', '\t', '|'].map((sign) => [line.split(sign).length, sign] as const);
  return counts.reduce((best, one) => (one[0] > best[0] ? one : best))[1];
}

/** CSV as RFC 4180 has it: a cell in quotes may hold delimiters, line breaks, and quotes that are doubled. */
function readCsv(text: string): Result<CaseRows, readonly string[]> {
  const delimiter = findDelimiter(text);
  const records: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let line = 1;
  let startLine = 1;
  let at = 0;
  const endRecord = () => {
    if (cells.length > 1 || cells[0] !== '') records.push({ line: startLine, cells });
    cells = [];
    startLine = line;
  };
  while (at <= text.length) {
    let cell = '';
    if (text[at] === '"') {
      const quoteLine = line;
      for (at += 1; ; at += 1) {
        if (at >= text.length) return err([`${quoteLine}: a quote is opened, and never closed.`]);
        if (text[at] === '"' && text[at + 1] !== '"') break;
        if (text[at] === '"') at += 1;
        if (text[at] === '\n') line += 1;
        cell += text[at];
      }
      at += 1;
      const next = text[at];
      if (next !== undefined && next !== delimiter && next !== '\n' && next !== '\r') {
        return err([`${line}: after the closing quote a ${delimiter === '\t' ? 'tab' : delimiter} is expected.`]);
      }
    } else {
      const from = at;
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at += 1;
      cell = text.slice(from, at).replace(/\r$/, '');
    }
    cells.push(cell);
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    const isEnd = at >= text.length;
    if (text[at] === '\n') {
      line += 1;
      endRecord();
    } else if (isEnd) endRecord();
    at += 1;
    if (isEnd || (at >= text.length && text[at - 1] === '\n')) break;
  }
  const [head, ...rest] = records;
  const columns = head?.cells.map((name) => name.trim()) ?? [];
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) return err([`1: the column “${twice}” is there twice.`]);
  const problems = rest.flatMap((record) =>
    record.cells.length > columns.length
      ? [`${record.line}: ${record.cells.length} cells, but ${columns.length} columns. Is a quote missing?`]
      : [],
  );
  if (problems.length > 0) return err(problems);
  const buildCells = (record: readonly string[]): JsonObject =>
    Object.fromEntries(columns.map((name, index): [string, Json] => [name, record[index] ?? '']));
  return ok(rest.map((record) => ({ line: record.line, cells: buildCells(record.cells) })));
}
