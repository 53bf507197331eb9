import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PlanEstimate, TaskEstimate } from '@/plan/estimate/estimate';
import { formatModels } from '@/plan/estimate/models-text';
import { groupByContainer } from '@/plan/estimate/parts-by-container';
import { countText, formatCostRange, formatTokenRange } from '@/plan/estimate/range-text';
import type { Plan, PlannedTask } from '@/plan/plan';
import type { EarlierFigures } from '@/run/projections/earlier-figures';
import { formatExpected } from '@/run/projections/expected-figures';
import { FoldMark } from '@/ui/display/fold-mark';
import { TypeTile } from '@/ui/display/type-tile';
import { TextInput } from '@/ui/form/text-input';
import { useVirtualRows } from '@/ui/list/use-virtual-rows';
import { type Column, Table } from '@/ui/table/table';
import { taskTraits } from '@/workflow/tasks';
import { getTriggerRuleWords } from '@/workflow/trigger-rule-words';
import { ForeseenOutputs, ForeseenWindow } from './foreseen-context';
import { listPlanRows, type PlanRow } from './list-plan-rows';
import styles from './plan-table.module.css';
import { PromptParts } from './prompt-parts';

const columns: readonly Column[] = [
  { name: 'Task' },
  { name: 'Model' },
  { name: 'Calls', isNumber: true },
  { name: 'Tokens in', isNumber: true },
  { name: 'Tokens out', isNumber: true },
  { name: 'Cost', isNumber: true },
];

/** Indent of a task for each level, in pixels. */
const indent = 20;

/** Height of most rows, in pixels. */
const rowHeight = 35;

/** A plan with more tasks has a field to filter them: a browser finds only what is drawn. */
const mostUnfiltered = 30;

interface PlanTableProps {
  /** Undefined: it is being made. */
  readonly plan: Plan | undefined;
  readonly estimate: Pick<PlanEstimate, 'waves' | 'tasks'>;
  /** What the tasks took in earlier runs. */
  readonly earlier: ReadonlyMap<string, EarlierFigures> | undefined;
  /** What scrolls: it holds more than the table. */
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The tasks of a plan by wave. A row unfolds to what its call will be sent. Only the rows in sight are drawn. */
export function PlanTable({ plan, estimate, earlier, scroller }: PlanTableProps) {
  const tasks = useMemo(() => new Map(plan?.tasks.map((task) => [task.id, task])), [plan]);
  const parts = useMemo(() => groupByContainer(estimate), [estimate]);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [filter, setFilter] = useState('');
  const rows = useMemo(() => listPlanRows(estimate, { parts, opened, filter }), [estimate, parts, opened, filter]);
  const head = useRef<HTMLTableSectionElement>(null);
  const above = useSpaceAbove(head, scroller);
  const { drawn, height, measure } = useVirtualRows({
    count: rows.length,
    rowHeight,
    keyAt: useMemo(() => (index: number) => rows[index]?.key ?? index, [rows]),
    scroller,
    paddingStart: above,
  });
  const toggle = (id: string) =>
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const before = (drawn[0]?.start ?? above) - above;
  const last = drawn.at(-1);
  const after = last === undefined ? 0 : height - last.start - last.size;
  return (
    <>
      {Object.keys(estimate.tasks).length > mostUnfiltered && <RowFilter value={filter} onChange={setFilter} />}
      {rows.length === 0 && <p className={styles.empty}>No matching tasks.</p>}
      <Table columns={columns} className={styles.table} rows={rows.length}>
        <tbody ref={head} aria-hidden="true">
          <tr style={{ height: before }} />
        </tbody>
        <tbody>
          {drawn.map(({ index, key }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const place = { ref: measure, 'data-index': index, 'aria-rowindex': index + 2 };
            if (row.kind === 'wave') return <WaveRow key={key} place={place} wave={row} most={plan?.maxConcurrency} />;
            if (row.kind === 'prompt') return <PromptRow key={key} place={place} foreseen={row.foreseen} />;
            const more = {
              aside: describeAside(row.depth === 0 ? tasks.get(row.foreseen.id) : undefined),
              onToggle: toggle,
            };
            return <TaskRow key={key} place={place} row={row} took={earlier?.get(row.foreseen.id)} {...more} />;
          })}
        </tbody>
        <tbody aria-hidden="true">
          <tr style={{ height: after }} />
        </tbody>
      </Table>
    </>
  );
}

/** The space between the start of what scrolls and an element in it, in pixels. */
function useSpaceAbove(element: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): number {
  const [above, setAbove] = useState(0);
  // After each rendering: whatever is above it may have become higher.
  useLayoutEffect(() => {
    if (element.current === null || scroller.current === null) return;
    const [inner, outer] = [element.current, scroller.current].map((one) => one.getBoundingClientRect().top);
    setAbove(Math.round((inner ?? 0) - (outer ?? 0) + scroller.current.scrollTop));
  });
  return above;
}

/** The field that filters the tasks. The keys that find in a page lead to it, as a browser finds only what is drawn. */
function RowFilter({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      field.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <TextInput
      ref={field}
      type="search"
      className={styles.filter}
      aria-label="Filter the tasks of the plan"
      placeholder="Filter"
      value={value}
      onChange={onChange}
    />
  );
}

/** Where a row is among all rows, drawn or not; its height is measured. */
interface RowPlace {
  readonly ref: (element: HTMLElement | null) => void;
  readonly 'data-index': number;
  readonly 'aria-rowindex': number;
}

interface WaveRowProps {
  readonly place: RowPlace;
  readonly wave: Extract<PlanRow, { kind: 'wave' }>;
  /** The most tasks that run at once; undefined: not known yet. */
  readonly most: number | undefined;
}

function WaveRow({ place, wave: { number, tasks }, most }: WaveRowProps) {
  return (
    <tr {...place} className={styles.wave}>
      <th colSpan={columns.length} scope="row">
        <b>Wave {number}</b>
        {tasks > 1 && most !== undefined && ` · ${tasks > most ? `${most} at a time` : 'at once'}`}
      </th>
    </tr>
  );
}

interface TaskRowProps {
  readonly place: RowPlace;
  readonly row: Extract<PlanRow, { kind: 'task' }>;
  readonly aside: string;
  readonly took: EarlierFigures | undefined;
  readonly onToggle: (id: string) => void;
}

/** A task. Unfolded, what its call will be sent, or the tasks inside it, are the rows after it. */
function TaskRow({ place, row: { foreseen, depth, open }, aside, took, onToggle }: TaskRowProps) {
  const {
    id,
    type,
    label,
    calls,
    inputTokens,
    outputTokens,
    costUsd,
    model,
    fallbacks,
    assumed,
    tools = [],
  } = foreseen;
  const asks = calls.high > 0;
  const remarks = [aside, took && formatExpected(took), ...assumed.map((what) => `assumed: ${what}`)]
    .filter(Boolean)
    .join(' · ');
  const name = (
    <>
      <TypeTile look={taskTraits[type]} />
      <span className={styles.name}>{label}</span>
      <span className={styles.aside} title={remarks}>
        {remarks}
      </span>
    </>
  );
  return (
    <tr {...place} className={styles.line}>
      <td style={{ paddingLeft: depth * indent }}>
        {open === undefined ? (
          <span className={styles.task}>{name}</span>
        ) : (
          <button type="button" className={styles.task} aria-expanded={open} onClick={() => onToggle(id)}>
            <FoldMark />
            {name}
          </button>
        )}
      </td>
      <td>{model ? formatModels(model, fallbacks) : [taskTraits[type].label.toLowerCase(), ...tools].join(' ')}</td>
      <td data-number>{asks ? countText(calls) : '–'}</td>
      <td data-number>{asks ? formatTokenRange(inputTokens) : '–'}</td>
      <td data-number>{asks ? formatTokenRange(outputTokens) : '–'}</td>
      <td data-number>{asks ? formatCostRange(costUsd) : 'free'}</td>
    </tr>
  );
}

function PromptRow({ place, foreseen }: { readonly place: RowPlace; readonly foreseen: TaskEstimate }) {
  const { prompt, tools = [], window, context } = foreseen;
  return (
    <tr {...place} className={styles.prompt}>
      <td colSpan={columns.length}>
        {prompt && (
          <PromptParts prompt={prompt} tools={tools}>
            <ForeseenWindow window={window} />
            <ForeseenOutputs plan={context} />
          </PromptParts>
        )}
      </td>
    </tr>
  );
}

function describeAside(task: PlannedTask | undefined): string {
  if (task === undefined) return '';
  if (task.disabled) return 'disabled, is skipped';
  const condition = task.condition === undefined ? undefined : `only if ${task.condition}`;
  return [getTriggerRuleWords(task), condition].filter((words) => words !== undefined).join(', ');
}
