import { Fragment, useMemo, useState } from 'react';
import type { PlanEstimate, TaskEstimate } from '@/plan/estimate/estimate';
import { modelsText } from '@/plan/estimate/models-text';
import { partsByContainer } from '@/plan/estimate/parts-by-container';
import { costText, countText, tokensText } from '@/plan/estimate/range-text';
import type { Plan, PlannedTask } from '@/plan/plan';
import type { EarlierFigures } from '@/run/projections/earlier-figures';
import { expectedWords } from '@/run/projections/expected-figures';
import { FoldMark } from '@/ui/display/fold-mark';
import { TypeTile } from '@/ui/display/type-tile';
import { type Column, Table } from '@/ui/table/table';
import { taskTraits } from '@/workflow/tasks';
import { getTriggerRuleWords } from '@/workflow/trigger-rule-words';
import { ForeseenOutputs, ForeseenWindow } from './foreseen-context';
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

interface PlanTableProps {
  readonly plan: Plan;
  readonly estimate: PlanEstimate;
  /** What the tasks took in earlier runs. */
  readonly earlier: ReadonlyMap<string, EarlierFigures> | undefined;
}

/** The tasks of a plan by wave. A row unfolds to what its call will be sent. */
export function PlanTable({ plan, estimate, earlier }: PlanTableProps) {
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]));
  const parts = useMemo(() => partsByContainer(estimate), [estimate]);
  return (
    <Table columns={columns} className={styles.table}>
      {estimate.waves.map((ids, index) => (
        <tbody key={ids[0] ?? index}>
          <tr className={styles.wave}>
            <th colSpan={columns.length} scope="rowgroup">
              <b>Wave {index + 1}</b>
              {ids.length > 1 &&
                ` · ${ids.length > plan.maxConcurrency ? `${plan.maxConcurrency} at a time` : 'at once'}`}
            </th>
          </tr>
          {ids.map((id) => {
            const task = tasks.get(id);
            const foreseen = estimate.tasks[id];
            if (task === undefined || foreseen === undefined) return null;
            const more = { parts, earlier, depth: 0 };
            return <TaskRows key={id} foreseen={foreseen} aside={asideOf(task)} {...more} />;
          })}
        </tbody>
      ))}
    </Table>
  );
}

interface TaskRowsProps {
  readonly foreseen: TaskEstimate;
  readonly aside: string;
  readonly parts: ReadonlyMap<string, readonly TaskEstimate[]>;
  readonly earlier: PlanTableProps['earlier'];
  readonly depth: number;
}

/** A task; unfolded, what its call will be sent, or the tasks inside it. */
function TaskRows({ foreseen, aside, parts, earlier, depth }: TaskRowsProps) {
  const [open, setOpen] = useState(false);
  const { id, type, label, calls, inputTokens, outputTokens, costUsd, model, fallbacks, prompt, assumed } = foreseen;
  const { tools = [] } = foreseen;
  const inner = parts.get(id) ?? [];
  const asks = calls.high > 0;
  const took = earlier?.get(id);
  const remarks = [aside, took && expectedWords(took), ...assumed.map((what) => `assumed: ${what}`)]
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
    <Fragment>
      <tr>
        <td style={{ paddingLeft: depth * indent }}>
          {prompt || inner.length > 0 ? (
            <button type="button" className={styles.task} aria-expanded={open} onClick={() => setOpen(!open)}>
              <FoldMark />
              {name}
            </button>
          ) : (
            <span className={styles.task}>{name}</span>
          )}
        </td>
        <td>{model ? modelsText(model, fallbacks) : [taskTraits[type].label.toLowerCase(), ...tools].join(' ')}</td>
        <td data-number>{asks ? countText(calls) : '–'}</td>
        <td data-number>{asks ? tokensText(inputTokens) : '–'}</td>
        <td data-number>{asks ? tokensText(outputTokens) : '–'}</td>
        <td data-number>{asks ? costText(costUsd) : 'free'}</td>
      </tr>
      {open && prompt && (
        <tr className={styles.prompt}>
          <td colSpan={columns.length}>
            <PromptParts prompt={prompt} tools={tools}>
              <ForeseenWindow window={foreseen.window} />
              <ForeseenOutputs plan={foreseen.context} />
            </PromptParts>
          </td>
        </tr>
      )}
      {open &&
        inner.map((part) => (
          <TaskRows key={part.id} foreseen={part} aside="" parts={parts} earlier={earlier} depth={depth + 1} />
        ))}
    </Fragment>
  );
}

function asideOf(task: PlannedTask): string {
  if (task.disabled) return 'disabled, is skipped';
  const condition = task.condition === undefined ? undefined : `only if ${task.condition}`;
  return [getTriggerRuleWords(task), condition].filter((words) => words !== undefined).join(', ');
}
