import { diffWords } from '@/base/diff-words';
import type { Json, JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { formatTotals } from '@/plan/estimate/range-text';
import { type Diagnostic, formatPath } from '@/workflow/diagnostic';
import type { FieldChange, TaskDiff } from '@/workflow/diff/document-diff';
import { escapeMarkdown, formatMarkdownTable } from '../markdown-table';
import { formatPlainLine } from '../plain-line';
import { removeControls } from '../plain-text';
import { formatDiagnosticsJson } from '../print-diagnostics';
import { formatTable } from '../table';
import { drawChanges } from './draw-changes';
import { isSameWorkflow, type WorkflowComparison } from './workflow-comparison';

/** The most of a value that is shown, in characters: a comment on a pull request holds 65,536. */
const mostOfValue = 2000;
/** The most that all changes take in Markdown. */
const mostOfMarkdown = 50_000;

/** For a person at a terminal: what changed, word by word, then what a run takes before and after. */
export function formatDifference(difference: WorkflowComparison): string {
  if (isSameWorkflow(difference)) return 'No difference in meaning.\n';
  const { diff, added, solved } = difference;
  const lines = [
    ...diff.tasks.flatMap((task) => [formatPlainLine(nameChange(task)), ...task.changes.map(formatFieldLine)]),
    ...(diff.settings.length === 0 ? [] : ['The workflow', ...diff.settings.map(formatFieldLine)]),
  ];
  const figures = listFigures(difference);
  const problems = [
    ...added.map((one) => `new     ${formatProblem(one)}`),
    ...solved.map((one) => `solved  ${formatProblem(one)}`),
  ];
  return [
    `${formatCounts(difference)}\n`,
    `${lines.join('\n')}\n`,
    formatTable([['', 'BEFORE', 'AFTER'], ...figures]),
    ...(problems.length === 0 ? [] : [`${problems.map(formatPlainLine).join('\n')}\n`]),
  ].join('\n');
}

/** The same as Markdown, for a pull request, with a drawing of what changed. It is below 60 kB. */
export function formatDifferenceMarkdown(difference: WorkflowComparison): string {
  const { after, diff, added, solved } = difference;
  const title = `### ${escapeMarkdown(after.file)}: ${formatCounts(difference)}`;
  if (isSameWorkflow(difference)) return `${title}\n`;
  const parts = [
    ...diff.tasks.map((task) =>
      [`**${escapeMarkdown(nameChange(task))}**`, ...task.changes.map(formatField)].join('\n\n'),
    ),
    ...(diff.settings.length === 0 ? [] : [['**The workflow**', ...diff.settings.map(formatField)].join('\n\n')]),
  ];
  const shown: string[] = [];
  let length = 0;
  for (const part of parts) {
    length += part.length;
    if (length > mostOfMarkdown) break;
    shown.push(part);
  }
  const left = parts.length - shown.length;
  const problems = [
    ...added.map((one) => `- new: ${escapeMarkdown(formatProblem(one))}`),
    ...solved.map((one) => `- solved: ${escapeMarkdown(formatProblem(one))}`),
  ];
  return [
    title,
    formatMarkdownTable([['', 'before', 'after'], ...listFigures(difference)]).trimEnd(),
    ...(problems.length === 0 ? [] : [problems.slice(0, 20).join('\n')]),
    drawChanges(difference),
    ...shown,
    ...(left === 0 ? [] : [`… and ${left} more. See them all with \`heddle diff\`.`]),
  ]
    .join('\n\n')
    .concat('\n');
}

/** For other programs. */
export function formatDifferenceJson(difference: WorkflowComparison): JsonObject {
  const { before, after, diff, added, solved } = difference;
  const plans = [before, after].map(({ file, estimate }) => ({
    file,
    plan:
      estimate === undefined
        ? null
        : { calls: { ...estimate.calls }, tokens: { ...estimate.tokens }, cost_usd: { ...estimate.costUsd } },
  }));
  return {
    same: isSameWorkflow(difference),
    before: plans[0] ?? null,
    after: plans[1] ?? null,
    tasks: diff.tasks.map((task) => ({
      ...{ id: task.id, kind: task.kind, type: task.type },
      ...(task.kind === 'renamed' && { former_id: task.formerId }),
      changes: task.changes.map(formatFieldJson),
    })),
    settings: diff.settings.map(formatFieldJson),
    problems: { new: formatDiagnosticsJson(after.file, added), solved: formatDiagnosticsJson(before.file, solved) },
  };
}

function formatFieldJson({ path, before, after }: FieldChange): JsonObject {
  return { path: formatPath(path), ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

function formatCounts({ diff, after }: WorkflowComparison): string {
  const changed = diff.tasks.filter(({ kind }) => kind !== 'removed').length;
  const removed = diff.tasks.length - changed;
  if (diff.tasks.length + diff.settings.length === 0) return 'no difference in meaning';
  const all = Object.keys(after.document.tasks).length;
  return [
    `${changed} of ${all} ${all === 1 ? 'task' : 'tasks'} changed`,
    ...(removed === 0 ? [] : [`${removed} removed`]),
    ...(diff.settings.length === 0
      ? []
      : [`${diff.settings.length} ${diff.settings.length === 1 ? 'setting' : 'settings'} changed`]),
  ].join(', ');
}

/** `answer changed`, `check renamed from verify`. */
function nameChange(task: TaskDiff): string {
  return task.kind === 'renamed' ? `${task.id} renamed from ${task.formerId}` : `${task.id} ${task.kind}`;
}

/** What a run takes before and after, at least and at most. */
function listFigures({ before, after }: WorkflowComparison): string[][] {
  const columns = [before, after].map(({ estimate }) => {
    if (estimate === undefined) return ['cannot be planned', 'cannot be planned', 'cannot be planned'];
    const { calls, tokens, costUsd } = formatTotals(estimate);
    const without = estimate.unpriced.length === 0 ? '' : ` without ${estimate.unpriced.join(', ')}`;
    return [calls, tokens, `${costUsd}${without}`];
  });
  return ['Calls', 'Tokens', 'Cost'].map((name, row) => [name, ...columns.map((column) => column[row] ?? '')]);
}

function formatProblem({ code, severity, message }: Diagnostic): string {
  return `${severity} ${code}: ${message}`;
}

/** `  description: Answer [-kindly-]{+in a friendly way+}.` */
function formatFieldLine({ path, before, after }: FieldChange): string {
  const name = formatPath(path);
  if (before !== undefined && after !== undefined) {
    const marks = {
      same: (text: string) => text,
      removed: (text: string) => `[-${text}-]`,
      added: (text: string) => `{+${text}+}`,
    };
    const words = diffWords(formatValue(before), formatValue(after)).map(({ kind, text }) => marks[kind](text));
    return `  ${formatPlainLine(name)}: ${indent(words.join(''))}`;
  }
  const value = before ?? after;
  const mark = before === undefined ? '+' : '-';
  return `  ${mark} ${formatPlainLine(name)}: ${indent(value === undefined ? '' : formatValue(value))}`;
}

const indent = (text: string): string => removeControls(text).replaceAll('\n', '\n    ');

/** A field in Markdown: its name, and its lines as a difference that GitHub colours. */
function formatField({ path, before, after }: FieldChange): string {
  const lines = [
    ...(before === undefined
      ? []
      : formatValue(before)
          .split('\n')
          .map((line) => `- ${line}`)),
    ...(after === undefined
      ? []
      : formatValue(after)
          .split('\n')
          .map((line) => `+ ${line}`)),
  ].map(removeControls);
  // Longer than any in the text, which would end it.
  const longest = Math.max(2, ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([found]) => found.length)));
  const fence = '`'.repeat(longest + 1);
  return [`${escapeMarkdown(formatPath(path))}:`, '', `${fence}diff`, ...lines, fence].join('\n');
}

function formatValue(value: Json): string {
  const text = typeof value === 'string' ? value : encodeJson(value);
  return text.length > mostOfValue
    ? `${text.slice(0, mostOfValue)}… (${text.length.toLocaleString('en')} characters)`
    : text;
}
