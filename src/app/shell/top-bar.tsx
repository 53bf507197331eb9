import CircleHelp from 'lucide-react/icons/circle-question-mark';
import Diff from 'lucide-react/icons/diff';
import KeyRound from 'lucide-react/icons/key-round';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import ListTree from 'lucide-react/icons/list-tree';
import Redo2 from 'lucide-react/icons/redo-2';
import Share from 'lucide-react/icons/share';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Undo2 from 'lucide-react/icons/undo-2';
import Wrench from 'lucide-react/icons/wrench';
import type { ReactNode } from 'react';
import { useDocument, useStores, useView } from '@/state/context';
import { openDialog, openModels, openScreen } from '@/state/view/screens';
import { joinClassNames } from '@/ui/class-names';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Tooltip } from '@/ui/overlay/tooltip';
import { AppMenu } from './app-menu';
import { Mark } from './mark';
import { RunControls } from './run-controls';
import { SavedState } from './saved-state';
import styles from './top-bar.module.css';
import { useAction } from './use-action';
import { WorkflowName } from './workflow-name';

/** The bar above the open workflow: its name, its state, and its actions. */
export function TopBar() {
  const { view } = useStores();
  const plan = useAction('plan');
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
      <SavedState />
      <Problems />
      <span className={styles.gap} />
      <span className={styles.spareInRun}>
        <ActionIcon id="undo" icon={<Undo2 />} />
      </span>
      <span className={joinClassNames(styles.group, styles.roomy)}>
        <ActionIcon id="redo" icon={<Redo2 />} />
        <ActionIcon id="tidy" icon={<LayoutDashboard />} />
        <ActionIcon id="compare" icon={<Diff />} />
        <ActionIcon id="export" icon={<Share />} />
        <span className={styles.sep} />
      </span>
      <Button
        variant="ghost"
        className={styles.spareInRun}
        icon={<ListTree />}
        aria-label="Plan"
        disabled={!plan.enabled}
        onClick={plan.run}
      >
        <span className={styles.medium}>Plan</span>
      </Button>
      <RunControls />
      <span className={joinClassNames(styles.roomy, styles.sep)} />
      <Button
        variant="ghost"
        className={styles.roomy}
        icon={<Wrench />}
        aria-label="Tools"
        aria-pressed={isTools}
        onClick={() => openScreen(view, { at: 'tools' })}
      >
        <span className={styles.wide}>Tools</span>
      </Button>
      <Button
        variant="ghost"
        className={styles.spareInRun}
        icon={<KeyRound />}
        aria-label="Models"
        aria-pressed={isModels}
        onClick={() => openModels(view)}
      >
        <span className={styles.wide}>Models</span>
      </Button>
      <span className={styles.spare}>
        <ActionIcon id="help" icon={<CircleHelp />} />
      </span>
      <AppMenu />
    </div>
  );
}

function ActionIcon({ id, icon }: { readonly id: string; readonly icon: ReactNode }) {
  const { label, shortcut, enabled, run } = useAction(id);
  return <IconButton label={label} shortcut={shortcut} icon={icon} disabled={!enabled} onClick={run} />;
}

function Problems() {
  const { view } = useStores();
  const count = useDocument((state) => state.diagnostics.length);
  const errors = useDocument((state) => state.diagnostics.some(({ severity }) => severity === 'error'));
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
