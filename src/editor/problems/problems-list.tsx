import CircleCheck from 'lucide-react/icons/circle-check';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import { useMemo } from 'react';
import { useDocument, useStores } from '@/state/context';
import { jumpToTask } from '@/state/view/canvas';
import { closeDialog } from '@/state/view/screens';
import { EmptyState } from '@/ui/display/empty-state';
import { ProblemLine } from '@/ui/display/problem-line';
import { buildGuideUrl } from '@/ui/guide';
import { type Diagnostic, formatPath } from '@/workflow/diagnostic';
import { findTopTask, formatTaskLabel } from '@/workflow/document';
import { findTaskPathAt } from '@/workflow/task-path';
import { editInCode } from '../code/offset-of-path';
import { FixButton } from './fix-button';
import { groupProblems, type ProblemGroup } from './group-problems';
import styles from './problems-list.module.css';

/** Every problem of the open workflow, by task. A click goes to its source; a button applies its fix. */
export function ProblemsList() {
  const diagnostics = useDocument((state) => state.diagnostics);
  const groups = useMemo(() => groupProblems(diagnostics), [diagnostics]);
  if (groups.length === 0) {
    return (
      <EmptyState icon={<CircleCheck />} title="No problems">
        The workflow can run.
      </EmptyState>
    );
  }
  return groups.map((group) => <Group key={group.id ?? ''} group={group} />);
}

function Group({ group: { id, problems } }: { readonly group: ProblemGroup }) {
  const name = useDocument(({ document }) => (id === undefined ? undefined : findTopTask(document, id)?.name));
  return (
    <section className={styles.group}>
      <h3 className={styles.heading}>
        {id === undefined ? 'Workflow' : formatTaskLabel(id, { name })}
        {name !== undefined && <span className={styles.id}>{id}</span>}
        <span className={styles.count}>{problems.length}</span>
      </h3>
      <ul className={styles.list}>
        {problems.map((problem) => (
          <Problem key={`${problem.code} ${formatPath(problem.path)} ${problem.message}`} problem={problem} />
        ))}
      </ul>
    </section>
  );
}

function Problem({ problem }: { readonly problem: Diagnostic }) {
  const stores = useStores();
  const { code, severity, message, path, range } = problem;
  const showProblem = (): void => {
    const { view } = stores;
    const taskPath = findTaskPathAt(stores.document.getState().document, path);
    if (taskPath !== undefined) jumpToTask(view, taskPath);
    if (taskPath !== undefined && view.getState().preferences.mode === 'canvas') return;
    void editInCode(stores, path, range?.from);
  };
  const goToProblem = (): void => {
    closeDialog(stores.view);
    // A closing dialog returns the focus to where it was. This runs after that, so that the problem's source gets the
    // focus.
    requestAnimationFrame(() => setTimeout(showProblem));
  };
  return (
    <li className={styles.row}>
      <button type="button" className={styles.problem} onClick={goToProblem}>
        <ProblemLine
          severity={severity}
          message={message}
          place={range ? `${code} · ${range.line}:${range.column}` : code}
        />
      </button>
      <FixButton fix={problem.fix} />
      <a
        href={buildGuideUrl('errors', code.toLowerCase())}
        target="heddle-guide"
        rel="noopener"
        className={styles.help}
        aria-label={`What ${code} means, and what to do`}
      >
        <CircleHelp aria-hidden="true" />
      </a>
    </li>
  );
}
