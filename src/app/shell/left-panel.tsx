import { useState } from 'react';
import { Palette } from '@/editor/palette/palette';
import { useStores, useView } from '@/state/context';
import { chooseTab, setPanels } from '@/state/view/panels';
import { defaultPanels } from '@/state/view-store';
import { Tabs } from '@/ui/display/tabs';
import { findFunctionName } from '@/workflow/function-path';
import styles from './editor-screen.module.css';
import { leftParts, runParts } from './parts';
import { Separator } from './separator';

const WorkflowTree = leftParts.component((left) => left.WorkflowTree);
const FilterButton = leftParts.component((left) => left.FilterButton, { Failed: () => null });
const FindPanel = leftParts.component((left) => left.FindPanel);
const FilesPanel = leftParts.component((left) => left.FilesPanel);
const LibraryPanel = leftParts.component((left) => left.LibraryPanel);
const RunsPanel = leftParts.component((left) => left.RunsPanel);
const TestsPanel = leftParts.component((left) => left.TestsPanel);

const SignOfRun = runParts.component((run) => run.SignOfRun, { Failed: () => null });

const leftTabs = [
  { id: 'tasks', label: 'Tasks' },
  { id: 'library', label: 'Library' },
  { id: 'files', label: 'Files' },
  { id: 'tests', label: 'Tests' },
  // The last one, so that its sign pushes no other.
  { id: 'runs', label: 'Runs', sign: <SignOfRun /> },
] as const;

/** The least width of the search in px, at which the words around what is found can be read. */
const widthOfFind = 320;

/** At the left of the canvas: the tasks, and what else has a tab there; or the search in their place. */
export function LeftPanel({ width }: { readonly width: number }) {
  const { view } = useStores();
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
        onChange={(leftWidth) => setPanels(view, { leftWidth })}
      />
    </aside>
  );
}

function LeftTabs() {
  const { view } = useStores();
  const tab = useView((state) => state.sides.left);
  const [isFiltering, setFiltering] = useState(false);
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
            <div className={styles.cap}>
              <TreeTitle />
              <FilterButton isFiltering={isFiltering} onChange={setFiltering} />
            </div>
            <div className={styles.scroll}>
              <WorkflowTree isFiltering={isFiltering} onFilterEnd={() => setFiltering(false)} />
            </div>
          </>
        ) : tab === 'library' ? (
          <LibraryPanel />
        ) : tab === 'files' ? (
          <FilesPanel />
        ) : tab === 'runs' ? (
          <RunsPanel />
        ) : (
          <TestsPanel />
        )}
      </div>
    </>
  );
}

/** Names what the tree shows: the workflow, or the function that the canvas is opened at. */
function TreeTitle() {
  const opened = useView(({ canvas: { root = '' } }) => findFunctionName(root));
  return <h2 title={opened}>{opened === undefined ? 'Workflow' : `Function ${opened}`}</h2>;
}
