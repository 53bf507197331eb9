import { formatCost, formatDuration, formatTokens } from '@/base/figures';
import type { ComparedInstance, ComparedKind, RunComparison, RunSummary } from '@/run/compare/compare-runs';
import type { InstanceDigest } from '@/run/compare/run-digest';
import { findSpentCost } from '@/run/compare/spent';
import { formatInstance } from '@/run/instance-label';
import { formatMarkdownTable } from '../markdown-table';
import { formatTable } from '../table';

/** What differs between two runs, in words. */
const kinds: { readonly [K in ComparedKind]: string } = {
  same: 'same',
  changed: 'changed',
  onlyFirst: 'only in the first',
  onlySecond: 'only in the second',
};

/** The task of a row, and its round or item: `loop/write (round 2)`. */
export function formatRowName({ path, taskPath }: Pick<ComparedInstance, 'path' | 'taskPath'>): string {
  const where = formatInstance(path);
  return where === '' ? taskPath : `${taskPath} (${where})`;
}

const header = ['', 'TASK', 'DIFFERS IN', 'STATUS', 'ROUNDS', 'TOKENS', 'COST', 'AT WORK'];

/** For a person: both runs, and the tasks that are not the same in them. */
export function formatComparison(one: string, other: string, comparison: RunComparison): string {
  const open = comparison.rows.filter(({ kind }) => kind !== 'same');
  const rows = open.length === 0 ? '' : `\n${formatTable([header, ...open.map(buildComparisonRow)])}`;
  return `${formatTable([['', 'FIRST', 'SECOND'], ...listSummaryRows(one, other, comparison)])}\n${formatCounts(comparison)}\n${rows}`;
}

/** The same as Markdown, for a pull request. */
export function formatComparisonMarkdown(one: string, other: string, comparison: RunComparison): string {
  const open = comparison.rows.filter(({ kind }) => kind !== 'same');
  const summary = formatMarkdownTable([['', 'first', 'second'], ...listSummaryRows(one, other, comparison)]);
  const [, ...titles] = header.map((title) => title.toLowerCase());
  const rows = open.length === 0 ? '' : `\n${formatMarkdownTable([['', ...titles], ...open.map(buildComparisonRow)])}`;
  return `${summary}\n${formatCounts(comparison)}\n${rows}`;
}

/** For other programs: unknown values are null. */
export function formatComparisonJson(one: string, other: string, { first, second, rows, counts, paid }: RunComparison) {
  return {
    first: { run: one, ...buildComparedRunJson(first) },
    second: { run: other, ...buildComparedRunJson(second) },
    counts,
    paid,
    tasks: rows.map(({ path, taskPath, kind, differs, first: before, second: after }) => ({
      path,
      task: taskPath,
      kind,
      differs,
      first: before === undefined ? null : formatInstanceJson(before),
      second: after === undefined ? null : formatInstanceJson(after),
    })),
  };
}

function buildComparedRunJson({ status, durationMs, own, taken }: RunSummary) {
  return { status, durationMs: durationMs ?? null, own, taken };
}

function formatInstanceJson({ status, rounds, own, taken, durationMs }: InstanceDigest) {
  return { status, rounds, own, taken, durationMs: durationMs ?? null };
}

function listSummaryRows(one: string, other: string, { first, second }: RunComparison): readonly (readonly string[])[] {
  const both = (name: string, of: (run: RunSummary) => string) => [name, of(first), of(second)];
  return [
    ['Run', one, other],
    both('Status', ({ status }) => status),
    both('Calls', ({ own, taken }) => `${own.calls}${taken.calls === 0 ? '' : `, ${taken.calls} taken over`}`),
    both('Tokens', ({ own }) => formatTokens(own.tokens)),
    both('Cost', ({ own }) => formatCost(findSpentCost(own))),
    both('At work', ({ durationMs }) => (durationMs === undefined ? '' : formatDuration(durationMs))),
  ];
}

function formatCounts({ counts }: RunComparison): string {
  return (Object.keys(kinds) as ComparedKind[]).map((kind) => `${counts[kind]} ${kinds[kind]}`).join(', ');
}

function buildComparisonRow(row: ComparedInstance): readonly string[] {
  const { kind, differs, first, second } = row;
  const spent = (of: (instance: InstanceDigest) => string): string => {
    const [before, after] = [first && of(first), second && of(second)];
    if (before === undefined || after === undefined || before === after) return after ?? before ?? '';
    return `${before} → ${after}`;
  };
  return [
    kinds[kind],
    formatRowName(row),
    differs.join(', '),
    spent(({ status }) => status),
    spent(({ rounds }) => (rounds === 0 ? '' : String(rounds))),
    spent(({ own, taken }) => formatTokens(own.tokens + taken.tokens)),
    spent(({ own }) => formatCost(findSpentCost(own))),
    spent(({ durationMs }) => (durationMs === undefined ? '' : formatDuration(durationMs))),
  ];
}
