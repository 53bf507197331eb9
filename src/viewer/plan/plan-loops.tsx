import { formatCost, formatCostAfter, formatCount } from '@/base/figures';
import type { PlanEstimate, TaskEstimate } from '@/plan/estimate/estimate';
import { computeLoopRounds, findRoundOverBudget, type LoopRounds } from '@/plan/estimate/loop-rounds';
import { countText } from '@/plan/estimate/range-text';
import type { Planned } from '@/plan/planned';
import { useDocument } from '@/state/context';
import type { TaskType } from '@/workflow/tasks';
import checks from './plan-checks.module.css';
import styles from './plan-loops.module.css';
import { RangeBar } from './range-bar';

/** More loops than this are summed up. */
const mostLoops = 8;
/** More rounds than this are not drawn one by one. */
const mostRounds = 12;

/** What the loops of a run may cost at most: tasks that ask again until something is good, or once for each item. */
export function PlanLoops({ planned }: { readonly planned: Extract<Planned, { ok: true }> }) {
  const { plan, estimate } = planned;
  const budget = useDocument(({ document }) => document.limits?.maxTotalCostUsd);
  const loops = Object.values(estimate.tasks)
    .map((task) => ({ task, rounds: computeLoopRounds(plan, task) }))
    .filter(
      ({ task, rounds }) => (rounds !== undefined || loopTypes.has(task.type)) && task.calls.high > task.calls.low,
    )
    .toSorted((a, b) => computeMost(b.task) - computeMost(a.task));
  const [first] = loops;
  if (first === undefined) return null;
  const most = computeMost(first.task);
  // A loop within a loop is in the sum of the outer one.
  const outer = loops.filter(({ task }) => !loops.some((other) => task.id.startsWith(`${other.task.id}/`)));
  return (
    <section className={checks.section} aria-label="Worst case of loops">
      <h2>
        Worst case of loops
        <span>{most > 0 ? formatCost(outer.reduce((sum, { task }) => sum + computeMost(task), 0)) : ''}</span>
      </h2>
      <ul className={styles.loops}>
        {loops.slice(0, mostLoops).map(({ task, rounds }) => (
          <li key={task.id}>
            <span className={styles.name}>{task.label}</span>
            <span>
              {countText(task.calls)} calls{most > 0 && `, ${formatCostAfter('at most', computeMost(task))}`}
            </span>
            {most > 0 && rounds !== undefined && rounds.costUsd !== null && rounds.most <= mostRounds ? (
              <Rounds rounds={rounds} task={task} estimate={estimate} budget={budget} />
            ) : (
              most > 0 && task.costUsd !== null && <RangeBar range={task.costUsd} most={most} />
            )}
          </li>
        ))}
      </ul>
      {loops.length > mostLoops && <p className={styles.more}>And {loops.length - mostLoops} more.</p>}
    </section>
  );
}

interface RoundsProps {
  readonly rounds: LoopRounds;
  readonly task: TaskEstimate;
  readonly estimate: PlanEstimate;
  /** USD for a run; undefined: none. */
  readonly budget: number | undefined;
}

/** The rounds of a loop side by side: those that are certain, those that may be, and those that the budget ends. */
function Rounds({ rounds, task, estimate, budget }: RoundsProps) {
  const { least, most, costUsd } = rounds;
  const over = budget === undefined ? undefined : findRoundOverBudget(rounds, task, estimate, budget);
  return (
    <div className={styles.rounds}>
      <ol aria-label={`Rounds of ${task.label}`}>
        {Array.from({ length: most }, (_, index) => index + 1).map((round) => (
          <li
            key={round}
            data-possible={round > least ? '' : undefined}
            data-over={over !== undefined && round >= over ? '' : undefined}
          >
            <i aria-hidden="true" />
            {round}
          </li>
        ))}
      </ol>
      <p>
        {least === most ? formatCount(most, 'round') : `${least} to ${formatCount(most, 'round')}`}, each at most{' '}
        {formatCost(costUsd)}.
        {over !== undefined && ` Round ${over} may pass the budget: the run would pause before it.`}
      </p>
    </div>
  );
}

const loopTypes: ReadonlySet<TaskType> = new Set(['director_evaluator', 'map', 'reduce']);

function computeMost({ costUsd }: TaskEstimate): number {
  return costUsd?.high ?? 0;
}
