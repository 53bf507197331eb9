import { formatCost, formatDuration, formatTokens } from '@/base/figures';
import type { ComparedInstance, ComparedKind, RunComparison, RunSummary } from '@/run/compare/compare-runs';
import type { InstanceDigest } from '@/run/compare/run-digest';
import { costOfSpent } from '@/run/compare/spent';
import { instanceLabel } from '@/run/instance-label';
import { table } from '../table';

/** What differs between two runs, in words. */
const kinds: { readonly [K in ComparedKind]: string } = {
  same: 'same',
  changed: 'changed',
  onlyFirst: 'only in the first',
  onlySecond: 'only in the second',
};

/** The task of a row, and its round or item: `loop/write (round 2)`. */
export function rowName({ path, taskPath }: Pick<ComparedInstance, 'path' | 'taskPath'>): string {
  const where = instanceLabel(path);
  return where === '' ? taskPath : `${taskPath} (${where})`;
}

const header = ['', 'TASK', 'DIFFERS IN', 'STATUS', 'ROUNDS', 'TOKENS', 'COST', 'TIME'];

/** For a person: both runs, and the tasks that are not the same in them. */
export function comparisonText(one: string, other: string, comparison: RunComparison): string {
  const open = comparison.rows.filter(({ kind }) => kind !== 'same');
  const rows = open.length === 0 ? '' : `\n${table([header, ...open.map(rowOf)])}`;
  return `${table([['', 'FIRST', 'SECOND'], ...summaryRows(one, other, comparison)])}\n${countsText(comparison)}\n${rows}`;
}

/** The same as Markdown, for a pull request. */
export function comparisonMarkdown(one: string, other: string, comparison: RunComparison): string {
  const open = comparison.rows.filter(({ kind }) => kind !== 'same');
  const summary = markdownTable([['', 'first', 'second'], ...summaryRows(one, other, comparison)]);
  const [, ...titles] = header.map((title) => title.toLowerCase());
  const rows = open.length === 0 ? '' : `\n${markdownTable([['', ...titles], ...open.map(rowOf)])}`;
  return `${summary}\n${countsText(comparison)}\n${rows}`;
}

/** For other programs: unknown values are null. */
export function comparisonJson(one: string, other: string, { first, second, rows, counts, paid }: RunComparison) {
  return {
    first: { run: one, ...runJson(first) },
    second: { run: other, ...runJson(second) },
    counts,
    paid,
    tasks: rows.map(({ path, taskPath, kind, differs, first: before, second: after }) => ({
      path,
      task: taskPath,
      kind,
      differs,
      first: before === undefined ? null : instanceJson(before),
      second: after === undefined ? null : instanceJson(after),
    })),
  };
}

function runJson({ status, durationMs, own, taken }: RunSummary) {
  return { status, durationMs: durationMs ?? null, own, taken };
}

function instanceJson({ status, rounds, own, taken, durationMs }: InstanceDigest) {
  return { status, rounds, own, taken, durationMs: durationMs ?? null };
}

function summaryRows(one: string, other: string, { first, second }: RunComparison): readonly (readonly string[])[] {
  const both = (name: string, of: (run: RunSummary) => string) => [name, of(first), of(second)];
  return [
    ['Run', one, other],
    both('Status', ({ status }) => status),
    both('Calls', ({ own, taken }) => `${own.calls}${taken.calls === 0 ? '' : `, ${taken.calls} taken over`}`),
    both('Tokens', ({ own }) => formatTokens(own.tokens)),
    both('Cost', ({ own }) => formatCost(costOfSpent(own))),
    both('Time', ({ durationMs }) => (durationMs === undefined ? '' : formatDuration(durationMs))),
  ];
}

function countsText({ counts }: RunComparison): string {
  return (Object.keys(kinds) as ComparedKind[]).map((kind) => `${counts[kind]} ${kinds[kind]}`).join(', ');
}

function rowOf(row: ComparedInstance): readonly string[] {
  const { kind, differs, first, second } = row;
  const spent = (of: (instance: InstanceDigest) => string): string => {
    const [before, after] = [first && of(first), second && of(second)];
    if (before === undefined || after === undefined || before === after) return after ?? before ?? '';
    return `${before} → ${after}`;
  };
  return [
    kinds[kind],
    rowName(row),
    differs.join(', '),
    spent(({ status }) => status),
    spent(({ rounds }) => (rounds === 0 ? '' : String(rounds))),
    spent(({ own, taken }) => formatTokens(own.tokens + taken.tokens)),
    spent(({ own }) => formatCost(costOfSpent(own))),
    spent(({ durationMs }) => (durationMs === undefined ? '' : formatDuration(durationMs))),
  ];
}

function markdownTable(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |\n`;
  const [head = [], ...rest] = rows;
  return [line(head), line(head.map(() => '---')), ...rest.map(line)].join('');
}

/** A task may be called anything, and must not break out of its cell. */
function escaped(cell: string): string {
  return cell.replaceAll(/[\\|`*_<>[\]]/g, '\\$&').replaceAll(/\s+/g, ' ');
}
