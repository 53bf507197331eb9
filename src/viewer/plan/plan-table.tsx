import { ChevronRight } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { PlanEstimate, TaskEstimate } from '@/plan/estimate';
import type { Plan, PlannedTask } from '@/plan/plan';
import { costText, countText, tokensText } from '@/plan/range-text';
import { TypeTile } from '@/ui/type-tile';
import { taskTypeInfo } from '@/workflow/tasks';
import styles from './plan-table.module.css';
import { PromptParts } from './prompt-parts';

const columns = 6;

/** The tasks of a plan by waves. A row unfolds to what its call will be told. */
export function PlanTable({ plan, estimate }: { readonly plan: Plan; readonly estimate: PlanEstimate }) {
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Task</th>
          <th scope="col">Model</th>
          <th scope="col" className={styles.number}>
            Calls
          </th>
          <th scope="col" className={styles.number}>
            Tokens in
          </th>
          <th scope="col" className={styles.number}>
            Tokens out
          </th>
          <th scope="col" className={styles.number}>
            Cost
          </th>
        </tr>
      </thead>
      {estimate.waves.map((ids, index) => (
        <tbody key={ids[0] ?? index}>
          <tr className={styles.wave}>
            <th colSpan={columns} scope="rowgroup">
              <b>Wave {index + 1}</b>
              {ids.length > 1 &&
                ` · ${ids.length > plan.maxConcurrency ? `${plan.maxConcurrency} at a time` : 'at once'}`}
            </th>
          </tr>
          {ids.map((id) => {
            const task = tasks.get(id);
            const foreseen = estimate.tasks[id];
            return task && foreseen ? <TaskRows key={id} task={task} foreseen={foreseen} /> : null;
          })}
        </tbody>
      ))}
    </table>
  );
}

function TaskRows({ task, foreseen }: { readonly task: PlannedTask; readonly foreseen: TaskEstimate }) {
  const [open, setOpen] = useState(false);
  const isModel = task.type === 'atomic';
  const promptId = `plan-prompt-${task.id}`;
  const aside = asideOf(task);
  const name = (
    <>
      <TypeTile type={task.type} family={taskTypeInfo[task.type].family} />
      <span className={styles.name}>{task.label}</span>
      <span className={styles.aside} title={aside}>
        {aside}
      </span>
    </>
  );
  return (
    <Fragment>
      <tr>
        <td>
          {foreseen.prompt ? (
            <button
              type="button"
              className={styles.task}
              aria-expanded={open}
              aria-controls={promptId}
              onClick={() => setOpen(!open)}
            >
              <ChevronRight aria-hidden="true" />
              {name}
            </button>
          ) : (
            <span className={styles.task}>{name}</span>
          )}
        </td>
        <td>{foreseen.model ? `${foreseen.model.provider}:${foreseen.model.model}` : task.type}</td>
        <td className={styles.number}>{isModel ? countText(foreseen.calls) : '–'}</td>
        <td className={styles.number}>{isModel ? tokensText(foreseen.inputTokens) : '–'}</td>
        <td className={styles.number}>{isModel ? tokensText(foreseen.outputTokens) : '–'}</td>
        <td className={styles.number}>{isModel ? costText(foreseen.costUsd) : 'free'}</td>
      </tr>
      {open && foreseen.prompt && (
        <tr className={styles.prompt} id={promptId}>
          <td colSpan={columns}>
            <PromptParts prompt={foreseen.prompt} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function asideOf(task: PlannedTask): string {
  if (task.disabled) return 'disabled, is skipped';
  return task.condition === undefined ? '' : `only if ${task.condition}`;
}
