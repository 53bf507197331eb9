import { CircleCheck, TriangleAlert } from 'lucide-react';
import { formatTokens } from '@/base/figures';
import { listTightTasks } from '@/plan/estimate/tight-tasks';
import type { Planned } from '@/plan/planned';
import { useStores } from '@/state/context';
import { jumpToTask } from '@/state/view/canvas';
import { Button } from '@/ui/form/button';
import { type Diagnostic, findDiagnosticTask, formatPath } from '@/workflow/diagnostic';
import styles from './plan-checks.module.css';

/** What to know before the run: what prevents it, what it will skip, and unknown prices. */
export function PlanChecks({ planned }: { readonly planned: Planned }) {
  const diagnostics = planned.ok ? planned.notes : planned.diagnostics.filter(({ severity }) => severity === 'error');
  const unpriced = planned.ok ? planned.estimate.unpriced : [];
  const asked = planned.ok ? planned.estimate.unpricedUnderBudget : [];
  const tight = planned.ok ? listTightTasks(planned.estimate) : [];
  const count = diagnostics.length + unpriced.length + tight.length;
  return (
    <section className={styles.section}>
      <h2>
        {planned.ok ? 'Before you run' : 'Problems that stop the run'}
        <span>{count || ''}</span>
      </h2>
      {diagnostics.map((diagnostic) => (
        <Check key={`${formatPath(diagnostic.path)} ${diagnostic.message}`} diagnostic={diagnostic} />
      ))}
      {unpriced.map((model) => (
        <div key={model} className={styles.check}>
          <TriangleAlert aria-hidden="true" />
          <div>
            <b>The price of {model} is not known</b>
            <p>
              Its calls are not in the cost above.{' '}
              {asked.includes(model)
                ? 'There is a budget in US dollars: the run asks what it costs before its first call.'
                : 'Look the price up with its provider.'}
            </p>
          </div>
        </div>
      ))}
      {tight.map(({ id, window, certain }) => (
        <div key={id} className={styles.check}>
          <TriangleAlert aria-hidden="true" />
          <div>
            <b>
              {id} {certain ? 'will' : 'may'} overflow its window
            </b>
            <p>
              A call sends up to {formatTokens(window.call.high)}, of {formatTokens(window.usable)} that it may use of{' '}
              {formatTokens(window.size)}.{' '}
              {window.from !== undefined &&
                `The window was learned from an earlier answer of ${window.from}; Undo in Models forgets it. `}
              {certain
                ? 'It will not be sent.'
                : 'Outputs of other tasks are then left out; if that is not enough, it is not sent.'}
            </p>
          </div>
        </div>
      ))}
      {count === 0 && (
        <div className={styles.check} data-tone="ok">
          <CircleCheck aria-hidden="true" />
          <div>
            <b>Ready to run</b>
            <p>Every reference is found, and every price is known.</p>
          </div>
        </div>
      )}
    </section>
  );
}

function Check({ diagnostic }: { readonly diagnostic: Diagnostic }) {
  const { view } = useStores();
  const task = findDiagnosticTask(diagnostic);
  return (
    <div className={styles.check}>
      <TriangleAlert aria-hidden="true" />
      <div>
        <b>{formatPath(diagnostic.path) || 'The workflow'}</b>
        <p>{diagnostic.message}</p>
        {task && (
          <Button variant="ghost" size="s" className={styles.show} onClick={() => jumpToTask(view, task)}>
            Show {task}
          </Button>
        )}
      </div>
    </div>
  );
}
