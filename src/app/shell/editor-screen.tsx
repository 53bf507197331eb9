import type { ComponentType } from 'react';
import { useStore } from 'zustand';
import { Canvas } from '@/editor/canvas/canvas';
import { Palette } from '@/editor/palette/palette';
import { useRun, useStores, useView } from '@/state/context';
import { canLookBack } from '@/state/run-actions';
import { findSelectedInRun } from '@/state/run-path';
import { chooseTab, setPanels } from '@/state/view/panels';
import { defaultPanels, type Panels, type ScreenName } from '@/state/view-store';
import { Tabs } from '@/ui/display/tabs';
import { createPart } from '@/ui/lazy/part';
import { findFunctionName } from '@/workflow/function-path';
import { CentreBar } from './centre-bar';
import styles from './editor-screen.module.css';
import { drawerParts, inspectorPart, leftParts, modelsPart, runParts } from './parts';
import { Separator } from './separator';
import { TopBar } from './top-bar';

const Drawer = drawerParts.component((drawer) => drawer.Drawer);
const TimeTravelBar = drawerParts.component((drawer) => drawer.TimeTravelBar);
const TaskOutput = drawerParts.component((drawer) => drawer.TaskOutput);
const ShownRunDescription = drawerParts.component((drawer) => drawer.ShownRunDescription);
const Banners = runParts.component((run) => run.Banners);
const TabsRow = runParts.component((run) => run.TabsRow, { Place: RowPlace });
const Inspector = inspectorPart.component((forms) => forms.Inspector);
const WorkflowTree = leftParts.component((left) => left.WorkflowTree);
const FindPanel = leftParts.component((left) => left.FindPanel);
const FilesPanel = leftParts.component((left) => left.FilesPanel);
const LibraryPanel = leftParts.component((left) => left.LibraryPanel);
const CodeEditor = createPart(() => import('@/editor/code/code-editor')).component((code) => code.CodeEditor);
const RunsPanel = leftParts.component((left) => left.RunsPanel);

/** The screens that replace the editor. */
const otherScreens: { readonly [K in ScreenName]?: ComponentType } = {
  plan: createPart(() => import('@/viewer/plan/plan-view')).component((plan) => plan.PlanView),
  compare: createPart(() => import('../compare/compare-view')).component((compare) => compare.default),
  'compare-runs': createPart(() => import('../compare-runs/compare-runs-view')).component((runs) => runs.default),
  context: createPart(() => import('@/viewer/context/context-view')).component((context) => context.default),
  models: modelsPart.component((models) => models.ModelsScreen),
  tools: createPart(() => import('../tools/tools-screen')).component((tools) => tools.default),
};

/** Keeps the place of the row while it loads. */
function RowPlace() {
  return <div className={styles.rowPlace} />;
}

/** Height of the closed drawer in px: its tabs and its border. */
const closedDrawer = 37;

/** Height of the time travel bar under the drawer, in px. */
const timeTravelHeight = 84;

/**
 * The screen of the open workflow: its editor, its plan, what a call was sent, or a comparison with another state of
 * it.
 */
export function EditorScreen() {
  const screen = useView((state) => state.screen.at);
  const OtherScreen = otherScreens[screen];
  return (
    <div className={styles.screen}>
      <header className={styles.top} data-region="top">
        <TopBar />
      </header>
      <div className={styles.banners} data-region="run">
        <Banners />
      </div>
      {OtherScreen ? (
        <div className={styles.whole} data-region="canvas">
          <OtherScreen />
        </div>
      ) : (
        <Editor />
      )}
    </div>
  );
}

function Editor() {
  const panels = useView((state) => state.preferences.panels);
  return (
    <>
      {panels.left && <LeftPanel width={panels.leftWidth} />}
      <main className={styles.centre} aria-label="Workflow">
        <OpenWorkflows />
        <CentreBar />
        <Views />
        <BottomDrawer panels={panels} />
      </main>
      {panels.right && <RightPanel width={panels.rightWidth} />}
    </>
  );
}

/** Of a single workflow the top bar has the name. */
function OpenWorkflows() {
  const { services } = useStores();
  const hasSeveral = useStore(services.tabs, ({ tabs }) => tabs.length > 1);
  return hasSeveral && <TabsRow />;
}

function Views() {
  const mode = useView((state) => state.preferences.mode);
  return (
    <div className={styles.views} data-region="canvas">
      {mode !== 'code' && (
        <div className={styles.view}>
          <Canvas />
        </div>
      )}
      {mode !== 'canvas' && (
        <div className={styles.view}>
          <CodeEditor />
        </div>
      )}
    </div>
  );
}

function usePanelSize(): (size: Partial<Panels>) => void {
  const { view } = useStores();
  return (size) => setPanels(view, size);
}

const leftTabs = [
  { id: 'tasks', label: 'Tasks' },
  { id: 'library', label: 'Library' },
  { id: 'files', label: 'Files' },
  { id: 'runs', label: 'Runs' },
] as const;

/** The least width of the search in px, at which the words around what is found can be read. */
const widthOfFind = 320;

function LeftPanel({ width }: { readonly width: number }) {
  const resize = usePanelSize();
  const isFinding = useView((state) => state.sides.isFinding);
  const shown = isFinding ? Math.max(width, widthOfFind) : width;
  return (
    // A press on what takes no focus puts it here, so that the keys of the canvas do not act.
    <aside className={styles.left} style={{ width: shown }} aria-label="Left panel" data-region="left" tabIndex={-1}>
      {isFinding ? <FindPanel /> : <LeftTabs />}
      <Separator
        label="Width of the tasks"
        orientation="vertical"
        edge="end"
        value={shown}
        min={180}
        max={400}
        usual={defaultPanels.leftWidth}
        onChange={(leftWidth) => resize({ leftWidth })}
      />
    </aside>
  );
}

function LeftTabs() {
  const { view } = useStores();
  const tab = useView((state) => state.sides.left);
  return (
    <>
      <Tabs
        label="Left panel"
        tabs={leftTabs}
        value={tab}
        panelId="left-panel"
        onChange={(leftTab) => chooseTab(view, { left: leftTab })}
      />
      <div
        id="left-panel"
        role="tabpanel"
        aria-label={leftTabs.find(({ id }) => id === tab)?.label}
        className={styles.tabbed}
      >
        {tab === 'tasks' ? (
          <>
            <Palette />
            <TreeHead />
            <div className={styles.scroll}>
              <WorkflowTree />
            </div>
          </>
        ) : tab === 'library' ? (
          <LibraryPanel />
        ) : tab === 'files' ? (
          <FilesPanel />
        ) : (
          <RunsPanel />
        )}
      </div>
    </>
  );
}

/** Names what the tree shows: the workflow, or the function that the canvas is opened at. */
function TreeHead() {
  const opened = useView(({ canvas: { root = '' } }) => findFunctionName(root));
  return (
    <h2 className={styles.cap} title={opened}>
      {opened === undefined ? 'Workflow' : <span>Function {opened}</span>}
    </h2>
  );
}

function RightPanel({ width }: { readonly width: number }) {
  const resize = usePanelSize();
  const task = useView(findSelectedInRun);
  const hasRun = useRun((state) => state.executionId !== undefined);
  return (
    <aside className={styles.right} style={{ width }} aria-label="Inspector" data-region="inspector" tabIndex={-1}>
      <Inspector
        output={
          task === undefined ? undefined : <TaskOutput key={task} taskPath={task} name="Output of the selected task" />
        }
        description={hasRun ? <ShownRunDescription /> : undefined}
      />
      <Separator
        label="Width of the inspector"
        orientation="vertical"
        edge="start"
        value={width}
        min={260}
        max={640}
        usual={defaultPanels.rightWidth}
        onChange={(rightWidth) => resize({ rightWidth })}
      />
    </aside>
  );
}

function BottomDrawer({ panels }: { readonly panels: Panels }) {
  const resize = usePanelSize();
  const open = panels.drawer;
  const looksBack = useRun(canLookBack);
  const bar = looksBack ? timeTravelHeight : 0;
  const openHeight = panels.isDrawerLarge ? '100%' : panels.drawerHeight + bar;
  return (
    <div
      className={styles.drawer}
      style={{ height: open ? openHeight : closedDrawer, maxHeight: 'calc(100% - 144px)' }}
      data-region={open ? 'drawer' : undefined}
      tabIndex={-1}
    >
      <Drawer />
      {open && looksBack && <TimeTravelBar />}
      {open && (
        <Separator
          label="Height of the drawer"
          orientation="horizontal"
          edge="start"
          value={panels.drawerHeight}
          min={120}
          max={900}
          usual={defaultPanels.drawerHeight}
          onChange={(drawerHeight) => resize({ drawerHeight, isDrawerLarge: false })}
        />
      )}
    </div>
  );
}
