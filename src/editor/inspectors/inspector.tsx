import type { ReactNode } from 'react';
import { useDocument, useStores, useView } from '@/state/context';
import { chooseTab } from '@/state/view/panels';
import { showCode } from '@/state/view/preferences';
import { Note } from '@/ui/display/note';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Tabs } from '@/ui/display/tabs';
import { Button } from '@/ui/form/button';
import { findFunctionName } from '@/workflow/function-path';
import { isNoteKey } from '@/workflow/notes';
import { locateTask } from '@/workflow/task-path';
import { useBrokenText } from '../code/use-broken-text';
import { CloseInspector } from './close-inspector';
import { FunctionInspector } from './functions/function-inspector';
import styles from './inspector.module.css';
import { ManyTasks } from './many-tasks';
import { NoteFields } from './note-fields';
import { WorkflowSettings } from './settings/workflow-settings';
import { TaskInspector, type TaskPanes } from './task-inspector';

const wholeTabs = [
  { id: 'settings', label: 'Settings' },
  { id: 'run', label: 'Run' },
] as const;

interface InspectorProps {
  /** What a run did with the selected task, for its tabs. */
  readonly panes?: TaskPanes;
  /** The description of the shown run, beside the settings; undefined: no run is shown. */
  readonly description?: ReactNode;
}

/** The form for the selection: a task, several tasks, notes, or without a selection the workflow's own settings. */
export function Inspector({ panes = {}, description }: InspectorProps) {
  const { view } = useStores();
  const selection = useView((state) => state.canvas.selection);
  const tab = useView((state) => state.sides.whole);
  const broken = useBrokenText(useDocument((state) => state.sync));
  const ids = [...selection].filter((key) => !isNoteKey(key));
  const notes = ids.length === 0 ? [...selection].filter(isNoteKey) : [];
  const isWhole = selection.size === 0;
  const [first] = ids;
  const opened = useView(({ canvas: { root = '' } }) => findFunctionName(root));
  const task = useDocument(({ document }) =>
    ids.length === 1 && first !== undefined ? locateTask(document, first)?.task : undefined,
  );
  return (
    <div className={styles.inspector} data-inspector>
      {broken && <BrokenNote />}
      {first !== undefined && task ? (
        <TaskInspector id={first} task={task} panes={panes} locked={broken} />
      ) : opened !== undefined && ids.length < 2 ? (
        <FunctionInspector name={opened} locked={broken} />
      ) : (
        <>
          <header className={styles.head}>
            <h2 className={styles.title}>
              {isWhole || ids.length === 1 ? 'Workflow' : selection.size === 1 ? 'Note' : 'Selection'}
            </h2>
            <CloseInspector />
          </header>
          {isWhole && description !== undefined && (
            <Tabs
              label="Workflow"
              tabs={wholeTabs}
              value={tab}
              onChange={(wholeTab) => chooseTab(view, { whole: wholeTab })}
            />
          )}
          {isWhole && description !== undefined && tab === 'run' ? (
            <ScrollRegion className={styles.scroll} label="About the run">
              {description}
            </ScrollRegion>
          ) : (
            <ScrollRegion className={styles.scroll} label="All settings">
              <fieldset className={styles.fields} disabled={broken} aria-label="Settings">
                {notes.length > 0 ? (
                  <NoteFields keys={notes} />
                ) : ids.length > 1 ? (
                  <ManyTasks ids={ids} />
                ) : (
                  <WorkflowSettings />
                )}
              </fieldset>
            </ScrollRegion>
          )}
        </>
      )}
    </div>
  );
}

function BrokenNote() {
  const { view } = useStores();
  return (
    <div className={styles.note}>
      <Note
        tone="warning"
        title="The code has mistakes."
        action={
          <Button size="s" onClick={() => showCode(view)}>
            Show the code
          </Button>
        }
      >
        Fix them there to edit here.
      </Note>
    </div>
  );
}
