import PanelRightOpen from 'lucide-react/icons/panel-right-open';
import type { ReactNode } from 'react';
import { useRun, useStores, useView } from '@/state/context';
import { findSelectedInRun } from '@/state/run-path';
import { setPanels } from '@/state/view/panels';
import { defaultPanels } from '@/state/view-store';
import { IconButton } from '@/ui/form/icon-button';
import styles from './editor-screen.module.css';
import { drawerParts, inspectorPart } from './parts';
import { Separator } from './separator';

const Inspector = inspectorPart.component((forms) => forms.Inspector);
const InputsPanel = drawerParts.component((drawer) => drawer.InputsPanel);
const KeepPanel = drawerParts.component((drawer) => drawer.KeepPanel);
const TaskOutput = drawerParts.component((drawer) => drawer.TaskOutput);
const TaskContext = drawerParts.component((drawer) => drawer.TaskContext);
const TaskHistory = drawerParts.component((drawer) => drawer.TaskHistory);
const ShownRunDescription = drawerParts.component((drawer) => drawer.ShownRunDescription);

/** At the right of the canvas: the inspector, the form of what a run is given, or the rail that opens the inspector. */
export function RightPanel() {
  const isOpen = useView((state) => state.preferences.panels.right);
  const asksInputs = useView((state) => state.workflow.inputsFor !== undefined);
  const kept = useView((state) => state.workflow.kept?.executionId);
  if (!isOpen) return <Rail />;
  if (kept !== undefined) {
    return (
      <SidePanel label="Keep as a test">
        <KeepPanel key={kept} executionId={kept} />
      </SidePanel>
    );
  }
  return asksInputs ? (
    <SidePanel label="Inputs of the run">
      <InputsPanel />
    </SidePanel>
  ) : (
    <InspectorPanel />
  );
}

/** In place of the closed inspector. */
function Rail() {
  const { view } = useStores();
  const openPanel = () => setPanels(view, { right: true });
  const isWhole = useView(({ canvas: { selection } }) => selection.size === 0);
  return (
    <div className={styles.rail}>
      <IconButton size="s" label="Open the inspector" icon={<PanelRightOpen />} onClick={openPanel} />
      <button type="button" className={styles.railText} onClick={openPanel}>
        <span>{isWhole ? 'Workflow settings' : 'Settings of the selection'}</span>
      </button>
    </div>
  );
}

function InspectorPanel() {
  const task = useView(findSelectedInRun);
  const hasRun = useRun((state) => state.executionId !== undefined);
  return (
    <SidePanel label="Inspector">
      <Inspector
        panes={
          task === undefined
            ? {}
            : {
                context: <TaskContext key={task} taskPath={task} />,
                output: <TaskOutput key={task} taskPath={task} name="Output of the selected task" />,
                history: <TaskHistory key={task} taskPath={task} />,
              }
        }
        description={hasRun ? <ShownRunDescription /> : undefined}
      />
    </SidePanel>
  );
}

function SidePanel({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const { view } = useStores();
  const width = useView((state) => state.preferences.panels.rightWidth);
  return (
    <aside className={styles.right} style={{ width }} aria-label={label} data-region="inspector" tabIndex={-1}>
      {children}
      <Separator
        label="Width of the inspector"
        orientation="vertical"
        edge="start"
        value={width}
        min={260}
        max={640}
        usual={defaultPanels.rightWidth}
        onChange={(rightWidth) => setPanels(view, { rightWidth })}
      />
    </aside>
  );
}
