import { Repeat } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { formatTokens } from '@/base/figures';
import { findInstance } from '@/run/journal-path';
import { buildLoopMatrix, type MatrixCell, type MatrixRow } from '@/run/projections/loop-matrix';
import type { TaskInstance } from '@/run/run-state';
import { findShownStatus, shownStatusWords } from '@/run/shown-status';
import { Chip } from '@/ui/display/chip';
import { EmptyState } from '@/ui/display/empty-state';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { StatusRing } from '@/ui/display/status-ring';
import { Button } from '@/ui/form/button';
import type { TaskPath } from '@/workflow/task-path';
import { findRing } from '../output/ring-of';
import { WhatIfButton } from '../output/what-if-button';
import { usePacedRun } from '../use-paced-run';
import { useTaskLabel } from '../use-task-label';
import { CellDetails } from './cell-details';
import styles from './rounds-table.module.css';
import { findFeedback, formatVerdict } from './verdict';

/** Rounds shown at first, the newest, and added by each press of the button. */
const page = 20;

interface RoundsTableProps {
  readonly taskPath: TaskPath;
  readonly task: TaskInstance;
}

/** The rounds of a loop against the tasks in it. A cell opens to its instruction, its output and its feedback. */
export function RoundsTable({ taskPath, task }: RoundsTableProps) {
  const instance = findInstance(task.path) ?? task.path;
  const run = usePacedRun((state) => state.run);
  const [shown, setShown] = useState(page);
  const [chosen, setChosen] = useState<string>();
  const { columns, rows, earlier } = useMemo(
    () => buildLoopMatrix(run, taskPath, instance, shown),
    [run, taskPath, instance, shown],
  );
  if (rows.length === 0) {
    return (
      <EmptyState icon={<Repeat />} title="No rounds yet">
        A round is listed when it has ended.
      </EmptyState>
    );
  }
  const open = rows.flatMap(({ round, cells }) => cells.flatMap((cell) => (cell ? [{ round, cell }] : [])));
  const details = open.find(({ cell }) => cell.instance.path === chosen);
  return (
    <ScrollRegion className={styles.region} label="Rounds by tasks">
      {earlier > 0 && (
        <Button size="s" onClick={() => setShown(shown + page)}>
          Show {Math.min(page, earlier)} earlier of {earlier.toLocaleString('en')}
        </Button>
      )}
      <table className={styles.table} onKeyDown={moveFocus}>
        <thead>
          <tr>
            <th scope="col">Round</th>
            {columns.map((column) => (
              <ColumnHead key={column} taskPath={column} />
            ))}
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <RoundRows
              key={row.round.path}
              row={row}
              before={rows[index - 1]}
              isLast={index === rows.length - 1 && task.status !== 'running'}
              chosen={chosen}
              onChoose={setChosen}
            />
          ))}
        </tbody>
      </table>
      {details && <CellDetails key={chosen} {...details} />}
    </ScrollRegion>
  );
}

function ColumnHead({ taskPath }: { readonly taskPath: TaskPath }) {
  return <th scope="col">{useTaskLabel(taskPath).label}</th>;
}

interface RoundRowsProps {
  readonly row: MatrixRow;
  readonly before: MatrixRow | undefined;
  readonly isLast: boolean;
  readonly chosen: string | undefined;
  readonly onChoose: (path: string) => void;
}

/** What changed since the round before, and the round. */
function RoundRows({ row: { round, cells }, before, isLast, chosen, onChoose }: RoundRowsProps) {
  const { n, path, result } = round;
  return (
    <>
      {before !== undefined && (
        <tr className={styles.changes}>
          <th scope="row">
            {before.round.n} → {n}
          </th>
          {cells.map((cell, index) => (
            <td key={cell?.taskPath ?? index}>{cell && changeWords(cell)}</td>
          ))}
          <td>{formatVerdictChange(before, round)}</td>
        </tr>
      )}
      <tr>
        <th scope="row">{n}</th>
        {cells.map((cell, index) => (
          <td key={cell?.taskPath ?? index}>
            {cell && (
              <button
                type="button"
                className={styles.cell}
                aria-expanded={cell.instance.path === chosen}
                onClick={() => onChoose(cell.instance.path)}
              >
                <Cell cell={cell} />
              </button>
            )}
          </td>
        ))}
        <td>
          <Chip tone={round.exitCode === 0 ? 'ok' : 'failed'}>{formatVerdict(round)}</Chip>{' '}
          {isLast ? (
            <Chip>Result</Chip>
          ) : (
            <WhatIfButton
              label="Use this round"
              path={findInstance(path) ?? path}
              of="output"
              payload={result}
              isWhole
            />
          )}
          <span className={styles.line}>{findFeedback(round)}</span>
        </td>
      </tr>
    </>
  );
}

function Cell({ cell: { instance, tokens, line } }: { readonly cell: MatrixCell }) {
  const status = findShownStatus(instance);
  return (
    <>
      <span className={styles.figures}>
        <StatusRing status={findRing(status, false)} size={14} label={shownStatusWords[status]} />
        {tokens !== undefined && formatTokens(tokens)}
      </span>
      <span className={styles.line}>{line}</span>
    </>
  );
}

/** `+64 −51 words · +2.7k tok`, or that it is the same. */
function changeWords({ change }: MatrixCell): string {
  if (change === undefined) return 'did not run before';
  const { words, tokens } = change;
  const isSame = words !== undefined && words.added + words.removed === 0;
  const more = tokens === undefined || tokens === 0 ? '' : `${tokens > 0 ? '+' : '−'}${formatTokens(Math.abs(tokens))}`;
  const text = words === undefined ? '' : isSame ? 'same' : `+${words.added} −${words.removed} words`;
  return [text, more].filter((part) => part !== '').join(' · ');
}

function formatVerdictChange({ round: before }: MatrixRow, round: MatrixRow['round']): string {
  const [one, other] = [formatVerdict(before), formatVerdict(round)];
  if (one !== other) return `${one} → ${other}`;
  return findFeedback(before) === findFeedback(round) ? 'same' : `${other}, another reason`;
}

const moves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** Moves the focus by arrows from cell to cell, past the rows that have none. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const move = moves[event.key];
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  const row = cell?.closest('tr');
  if (move === undefined || cell === null || !row) return;
  const [down, right] = move;
  let next: Element | null = row;
  if (down !== 0) {
    do next = (down > 0 ? next?.nextElementSibling : next?.previousElementSibling) ?? null;
    while (next !== null && next.querySelector('button') === null);
  }
  const target = next?.children[cell.cellIndex + right]?.querySelector('button');
  if (!target) return;
  event.preventDefault();
  target.focus();
}
