import type { ComparedInstance } from '@/run/compare/compare-runs';
import type { InstanceDigest } from '@/run/compare/run-digest';
import { formatInstance } from '@/run/instance-label';
import { shownStatusWords } from '@/run/shown-status';
import type { ComparedRuns } from '@/state/view-store';
import { StatusRing } from '@/ui/display/status-ring';
import { TypeIcon } from '@/ui/display/type-tile';
import { Segmented } from '@/ui/form/segmented';
import { type ComparedCells, ComparisonList } from '@/ui/table/comparison-table';
import { formatTaskLabel } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import { isTaskType, taskTraits } from '@/workflow/tasks';
import { findRing } from '../output/ring-of';
import styles from './compared-runs.module.css';
import { compareCost, compareTime, compareTokens, type FigureComparison } from './figure-words';
import type { RunNames } from './run-names';
import { useWordCounts } from './use-compared-texts';

const columns = [
  { name: 'Task, round, item', width: 'minmax(140px, 2fr)' },
  { name: 'Status', width: 'minmax(64px, 0.8fr)' },
  { name: 'Words', width: 'minmax(72px, 0.8fr)', isNumber: true },
  { name: 'Tokens', width: 'minmax(100px, 1.2fr)', isNumber: true },
  { name: 'Cost', width: 'minmax(100px, 1.2fr)', isNumber: true },
  { name: 'At work', width: 'minmax(130px, 1.6fr)', isNumber: true },
];

interface InstanceTableProps {
  readonly ids: ComparedRuns;
  readonly names: RunNames;
  /** Those that are shown, of `total`. */
  readonly rows: readonly ComparedInstance[];
  readonly total: number;
  readonly selected: ComparedInstance | undefined;
  readonly onSelect: (row: ComparedInstance) => void;
  readonly showsAll: boolean;
  readonly onShowAll: (all: boolean) => void;
}

/** Each task, round and item of both runs, with what it took and how many words differ. */
export function InstanceTable(props: InstanceTableProps) {
  const { ids, names, rows, total, selected, onSelect, showsAll, onShowAll } = props;
  return (
    <section className={styles.table} aria-label="Tasks of both runs">
      <div className={styles.bar}>
        <span role="status">
          {rows.length === total
            ? `${total.toLocaleString('en')} in both runs`
            : `${rows.length.toLocaleString('en')} of ${total.toLocaleString('en')} differ`}
        </span>
        <Segmented
          label="Rows"
          options={[
            { value: 'differ', label: 'What differs' },
            { value: 'all', label: 'All' },
          ]}
          value={showsAll ? 'all' : 'differ'}
          onChange={(next) => onShowAll(next === 'all')}
        />
      </div>
      <ComparisonList
        label="Tasks, rounds and items"
        columns={columns}
        items={rows}
        getKey={({ path }) => path}
        selected={selected}
        onSelect={onSelect}
      >
        {(row) => readInstanceRow(ids, names, row)}
      </ComparisonList>
    </section>
  );
}

function readInstanceRow(ids: ComparedRuns, names: RunNames, row: ComparedInstance): ComparedCells {
  const { path, taskPath, type, label, kind, first, second } = row;
  const where = formatInstance(path);
  const sides = [first, second] as const;
  const segments = taskPath.split('/');
  const name = formatTaskLabel(formatSegment(segments.at(-1) ?? taskPath), { name: label });
  return {
    head: (
      <span className={styles.name} style={{ paddingLeft: (segments.length - 1) * 12 }} title={taskPath}>
        {type !== undefined && isTaskType(type) && <TypeIcon look={taskTraits[type]} />}
        <span>
          {name}
          {where !== '' && <i> · {where}</i>}
        </span>
      </span>
    ),
    cells: [
      <span key="status" className={styles.status}>
        <Status of={first} missing={`not in ${names.first.toLowerCase()}`} />
        <Status of={second} missing={`not in ${names.second.toLowerCase()}`} />
      </span>,
      <Words key="words" ids={ids} row={row} isSame={kind === 'same'} />,
      <Figure key="tokens" figure={compareTokens(sides)} />,
      <Figure key="cost" figure={compareCost(sides)} />,
      <Figure key="time" figure={compareTime(sides)} />,
    ],
  };
}

function Status({ of, missing }: { readonly of: InstanceDigest | undefined; readonly missing: string }) {
  if (of === undefined) return <span className={styles.missing}>{missing}</span>;
  return (
    <>
      <StatusRing status={findRing(of.status, false)} size={14} label={shownStatusWords[of.status]} />
      {of.rounds > 0 && <span>{of.rounds === 1 ? '1 round' : `${of.rounds} rounds`}</span>}
    </>
  );
}

function Words({ ids, row, isSame }: Pick<InstanceTableProps, 'ids'> & RowProps) {
  const words = useWordCounts(ids, row);
  if (isSame) return <span className={styles.words}>same</span>;
  if (words === undefined || words.added + words.removed === 0) return <span className={styles.words}>–</span>;
  return (
    <span className={styles.words}>
      {words.added > 0 && <ins>+{words.added.toLocaleString('en')}</ins>}{' '}
      {words.removed > 0 && <del>−{words.removed.toLocaleString('en')}</del>}
    </span>
  );
}

interface RowProps {
  readonly row: ComparedInstance;
  readonly isSame: boolean;
}

function Figure({ figure: { values, difference } }: { readonly figure: FigureComparison }) {
  return (
    <span className={styles.figure}>
      <span>{values}</span> <b data-same={difference === 'same'}>{difference}</b>
    </span>
  );
}
