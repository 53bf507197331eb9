import { diffWords } from '@/base/diff-words';
import type { TaskPath } from '@/workflow/task-path';
import type { Usage } from '../event-data';
import type { JournalPath } from '../journal-path';
import { getTaskResult, type Payload, type Round, type RunState, type TaskInstance } from '../run-state';
import { listStartedParts } from './parts-of';

/** How an execution of a task differs from the one in the round before. */
export interface CellChange {
  /** Words added and removed; undefined: the texts are too long to be in the log. */
  readonly words: { readonly added: number; readonly removed: number } | undefined;
  /** Tokens more or less; undefined: not known. */
  readonly tokens: number | undefined;
}

/** What a task did in a round. */
export interface MatrixCell {
  readonly taskPath: TaskPath;
  readonly instance: TaskInstance;
  /** Undefined: no model was called, or it is not known. */
  readonly tokens: number | undefined;
  /** The first line of what it gave, or of its failure. */
  readonly line: string;
  /** Left out: there is no round before, or it did not run in it. */
  readonly change?: CellChange;
}

/** A round, with what each task did in it. */
export interface MatrixRow {
  readonly round: Round;
  /** By column; undefined: the task did not run in this round. */
  readonly cells: readonly (MatrixCell | undefined)[];
}

/** The rounds of a loop or a director against the tasks in it. */
export interface LoopMatrix {
  /** The tasks directly in it; a loop of one task has that one alone. */
  readonly columns: readonly TaskPath[];
  /** In order. */
  readonly rows: readonly MatrixRow[];
  /** How many rounds before these were left out. */
  readonly earlier: number;
}

/**
 * The newest rounds, at most `most`, of one execution of a loop or a director that the state holds, with the tasks in
 * each. The first of them has no changes.
 */
export function buildLoopMatrix(
  run: RunState,
  taskPath: TaskPath,
  instance: JournalPath,
  most = Number.POSITIVE_INFINITY,
): LoopMatrix {
  const all = (run.rounds.get(taskPath) ?? []).filter(({ path }) => path.startsWith(`${instance}/`));
  const rounds = all.slice(Math.max(0, all.length - most));
  const parts = listStartedParts(run, taskPath, instance);
  const columns = parts.length === 0 ? [taskPath] : [...new Set(parts.map((part) => part.taskPath))];
  const inRound = new Map<string, TaskInstance>();
  for (const part of parts) {
    const round = rounds.findLast(({ path }) => part.instance.path.startsWith(`${path}/`));
    if (round !== undefined) inRound.set(`${round.path} ${part.taskPath}`, part.instance);
  }
  const rows: MatrixRow[] = [];
  for (const round of rounds) {
    const before = rows.at(-1)?.cells;
    const cells = columns.map((column, index) => {
      const one = column === taskPath ? round.run : inRound.get(`${round.path} ${column}`);
      return one && buildCell(column, one, column === taskPath ? round.usage : getUsage(one), before?.[index]);
    });
    rows.push({ round, cells });
  }
  return { columns, rows, earlier: all.length - rounds.length };
}

function buildCell(
  taskPath: TaskPath,
  instance: TaskInstance,
  usage: Usage | null,
  before: MatrixCell | undefined,
): MatrixCell {
  const tokens = usage === null ? undefined : usage.inputTokens + usage.outputTokens;
  const cell = { taskPath, instance, tokens, line: getCellLine(instance) };
  if (before === undefined) return cell;
  const more = tokens === undefined || before.tokens === undefined ? undefined : tokens - before.tokens;
  return { ...cell, change: { words: countChangedWords(before.instance, instance), tokens: more } };
}

function getUsage(task: TaskInstance): Usage | null {
  if (task.status === 'ok') return task.data.usage;
  return task.status === 'failed' ? task.usage : null;
}

function getCellLine(task: TaskInstance): string {
  if ((task.status === 'failed' || task.status === 'ok') && task.error !== undefined) return task.error.message;
  return task.status === 'ok' ? (task.result.text.trimStart().split('\n', 1)[0] ?? '') : '';
}

function countChangedWords(one: TaskInstance, other: TaskInstance): CellChange['words'] {
  const [before, after] = [getTaskResult(one), getTaskResult(other)];
  if (before === undefined || after === undefined) return undefined;
  if (before.ref !== undefined && before.ref === after.ref) return { added: 0, removed: 0 };
  if (!isWhole(before) || !isWhole(after)) return undefined;
  const words = { added: 0, removed: 0 };
  for (const { kind, text } of diffWords(before.text, after.text)) {
    if (kind !== 'same') words[kind] += text.match(/\S+/g)?.length ?? 0;
  }
  return words;
}

function isWhole({ text, length }: Payload): boolean {
  return length <= text.length;
}
