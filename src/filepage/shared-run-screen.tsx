import { useEffect, useState } from 'react';
import { useStores, useView } from '@/state/context';
import { ComparedRunsPage } from '@/viewer/compare-runs/compared-runs-page';
import ContextView from '@/viewer/context/context-view';
import { Drawer } from '@/viewer/drawer';
import { FileBar } from './file-bar';
import { buildEventHash, type RunInFile } from './open-shared-run';
import { SelectedTask } from './selected-task';
import styles from './shared-run-screen.module.css';
import { TaskDrawing } from './task-drawing';
import { TaskList } from './task-list';

/** A run in its file: its tasks, its events, and what each task was told and gave. It is read, and nothing else. */
export function SharedRunScreen({ shared }: { readonly shared: RunInFile }) {
  useEventAddress();
  const [isFinding, setFinding] = useState(false);
  const screen = useView((state) => state.screen);
  const { drawer, isDrawerLarge } = useView((state) => state.preferences.panels);
  return (
    <div className={styles.screen}>
      <FileBar shared={shared} onFind={setFinding} />
      {/* What the list of what was found covers in part is not pressed by mistake: a press closes the list. */}
      {screen.at === 'context' || screen.at === 'compare-runs' ? (
        <div className={styles.whole} inert={isFinding}>
          {screen.at === 'context' ? <ContextView /> : <ComparedRunsPage ids={screen.runs} />}
        </div>
      ) : (
        <>
          <TaskList />
          <main className={styles.centre} aria-label="Run">
            <div className={styles.covered} inert={isFinding}>
              <TaskDrawing />
              <div className={styles.drawer} data-size={drawer ? (isDrawerLarge ? 'large' : 'open') : 'closed'}>
                <Drawer questions={null} offer={null} />
              </div>
            </div>
          </main>
          <div className={styles.covered} inert={isFinding}>
            <SelectedTask shared={shared} />
          </div>
        </>
      )}
    </div>
  );
}

/** Keeps in the address which event is looked at, so that the address of the file can be handed on with it. */
function useEventAddress(): void {
  const { run } = useStores();
  useEffect(
    () =>
      run.subscribe(({ travel, executionId }, { travel: before }) => {
        if (travel?.seq === before?.seq) return;
        const hash = (travel && buildEventHash({ executionId }, travel.seq)) ?? '#';
        try {
          history.replaceState(null, '', hash);
        } catch {
          // Of a file some browsers let the address be as it is: the button that copies it names the event itself.
        }
      }),
    [run],
  );
}
