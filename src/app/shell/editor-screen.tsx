import type { ComponentType } from 'react';
import { Canvas, CanvasProvider } from '@/editor/canvas/canvas';
import { useView } from '@/state/context';
import type { ScreenName } from '@/state/view-store';
import { createPart } from '@/ui/lazy/part';
import { useMedia } from '@/ui/use-media';
import { BottomDrawer } from './bottom-drawer';
import styles from './editor-screen.module.css';
import { LeftPanel } from './left-panel';
import { modelsPart, runParts } from './parts';
import { RightPanel } from './right-panel';
import { TopBar } from './top-bar';

const Banners = runParts.component((run) => run.Banners);
const RunLineBar = runParts.component((run) => run.RunLineBar);
const PhoneBar = runParts.component((run) => run.PhoneBar);
const TabsRow = runParts.component((run) => run.TabsRow, { Place: RowPlace });
const CodeEditor = createPart(() => import('@/editor/code/code-editor')).component((code) => code.CodeEditor);
const compareScreens = createPart(() => import('../compare/compare-screens'));

/** The screens that replace the editor. */
const otherScreens: { readonly [K in ScreenName]?: ComponentType } = {
  plan: createPart(() => import('@/viewer/plan/plan-view')).component((plan) => plan.PlanView),
  compare: compareScreens.component((compare) => compare.CompareView),
  'compare-runs': compareScreens.component((compare) => compare.CompareRunsView),
  context: createPart(() => import('@/viewer/context/context-view')).component((context) => context.default),
  models: modelsPart.component((models) => models.ModelsScreen),
  tools: createPart(() => import('../tools/tools-screen')).component((tools) => tools.default),
};

/** Keeps the place of the row while it loads. */
function RowPlace() {
  return <div className={styles.rowPlace} />;
}

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
        <div className={styles.runLine}>
          <RunLineBar />
        </div>
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
  const isPhone = useMedia('(max-width: 599px)');
  const { left, leftWidth } = useView((state) => state.preferences.panels);
  return (
    <CanvasProvider>
      {left && <LeftPanel width={leftWidth} />}
      <main className={styles.centre} aria-label="Workflow">
        <TabsRow />
        <Views />
        <BottomDrawer />
      </main>
      <RightPanel />
      {isPhone && (
        <div className={styles.phoneBar}>
          <PhoneBar />
        </div>
      )}
    </CanvasProvider>
  );
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
