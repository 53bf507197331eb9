import Ellipsis from 'lucide-react/icons/ellipsis';
import FlaskConical from 'lucide-react/icons/flask-conical';
import KeyRound from 'lucide-react/icons/key-round';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import ListTree from 'lucide-react/icons/list-tree';
import Redo2 from 'lucide-react/icons/redo-2';
import Share from 'lucide-react/icons/share';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Undo2 from 'lucide-react/icons/undo-2';
import Wrench from 'lucide-react/icons/wrench';
import type { ReactNode } from 'react';
import { useAction } from '@/editor/actions/use-action';
import { findProblemTask } from '@/editor/canvas/nodes/problems-by-task';
import { useDocument, useStores, useView } from '@/state/context';
import type { DocumentState } from '@/state/document-state';
import { openDialog, openModels, openScreen } from '@/state/view/screens';
import { Mark } from '@/ui/display/mark';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { PartFailedOver } from '@/ui/lazy/part-failed';
import { Menu } from '@/ui/overlay/menu';
import { Tooltip } from '@/ui/overlay/tooltip';
import type { Diagnostic } from '@/workflow/diagnostic';
import { runParts } from './parts';
import { RunControls } from './run-controls';
import { SavedState } from './saved-state';
import styles from './top-bar.module.css';
import { WorkflowName } from './workflow-name';

const NameMenu = runParts.component((run) => run.NameMenu, { Place: NameMenuPlace });
const AppMenu = runParts.component((run) => run.AppMenu, { Failed: PartFailedOver });
const BudgetControl = runParts.component((run) => run.BudgetControl, { Place: BudgetPlace });

/** Keeps the place of the menu while it loads. */
function NameMenuPlace() {
  return <span className={styles.nameMenu} />;
}

/** Keeps the place of the budget while it loads. */
function BudgetPlace() {
  return <span className={styles.budget} />;
}

/**
 * The bar above the open workflow: its name, its state, and its actions. What changes its width stands left of the gap;
 * nothing at the right of it ever moves.
 */
export function TopBar() {
  const { view } = useStores();
  const [plan, dry] = [useAction('plan'), useAction('dry-run')];
  const isPlan = useView((state) => state.screen.at === 'plan');
  const isTools = useView((state) => state.screen.at === 'tools');
  const isModels = useView((state) => state.screen.at === 'models');
  return (
    <div className={styles.bar}>
      <Tooltip text="All workflows">
        <button
          type="button"
          className={styles.home}
          aria-label="Heddle, all workflows"
          onClick={() => openScreen(view, { at: 'start' })}
        >
          <Mark />
        </button>
      </Tooltip>
      <h1 className={styles.title}>
        <WorkflowName />
      </h1>
      <NameMenu />
      <SavedState />
      <Problems />
      <span className={styles.gap} />
      <span className={styles.notOnPhone}>
        <ActionIcon id="undo" icon={<Undo2 />} />
        <ActionIcon id="redo" icon={<Redo2 />} />
        <span className={styles.roomy}>
          <ActionIcon id="tidy" icon={<LayoutDashboard />} />
          <ActionIcon id="export" icon={<Share />} />
          <span className={styles.sep} />
        </span>
        <Button
          variant="ghost"
          icon={<ListTree />}
          aria-label="Plan"
          aria-pressed={isPlan}
          disabled={!plan.enabled}
          onClick={plan.run}
        >
          Plan
        </Button>
        <span className={styles.roomy}>
          <Button
            variant="ghost"
            icon={<FlaskConical />}
            aria-label="Dry run"
            disabled={!dry.enabled}
            onClick={dry.run}
          >
            <span className={styles.wide}>Dry run</span>
          </Button>
          <BudgetControl />
        </span>
      </span>
      <RunControls />
      <span className={styles.roomy}>
        <span className={styles.sep} />
        <Button
          variant="ghost"
          icon={<Wrench />}
          aria-label="Tools"
          aria-pressed={isTools}
          onClick={() => openScreen(view, { at: 'tools' })}
        >
          <span className={styles.wide}>Tools</span>
        </Button>
        <Button
          variant="ghost"
          icon={<KeyRound />}
          aria-label="Models"
          aria-pressed={isModels}
          onClick={() => openModels(view)}
        >
          <span className={styles.wide}>Models</span>
        </Button>
      </span>
      <Menu label="More" align="end" Open={AppMenu} trigger={<IconButton label="More" icon={<Ellipsis />} />} />
    </div>
  );
}

function ActionIcon({ id, icon }: { readonly id: string; readonly icon: ReactNode }) {
  const { label, shortcut, enabled, run } = useAction(id);
  return <IconButton label={label} shortcut={shortcut} icon={icon} disabled={!enabled} onClick={run} />;
}

function Problems() {
  const { view } = useStores();
  // What nobody has written yet of a task that was just added is no problem before its form is left.
  const fresh = useView(({ canvas }) => canvas.fresh);
  const isShown =
    ({ document }: DocumentState) =>
    (one: Diagnostic) =>
      fresh === undefined || findProblemTask(document, one) !== fresh;
  const count = useDocument((state) => state.diagnostics.filter(isShown(state)).length);
  const errors = useDocument((state) =>
    state.diagnostics.some((one) => one.severity === 'error' && isShown(state)(one)),
  );
  if (count === 0) return null;
  return (
    <Button
      variant="ghost"
      className={styles.problems}
      data-errors={errors}
      icon={<TriangleAlert />}
      aria-label={count === 1 ? '1 problem' : `${count} problems`}
      onClick={() => openDialog(view, { name: 'problems' })}
    >
      {count}
      <span className={styles.medium}>{count === 1 ? 'problem' : 'problems'}</span>
    </Button>
  );
}
