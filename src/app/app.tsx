import { StoresProvider, useView } from '@/state/context';
import { createPart } from '@/ui/lazy/part';
import { LiveTexts } from '@/ui/live-texts';
import { Toaster } from '@/ui/overlay/toast';
import { AppProvider } from './app-context';
import { Dialogs } from './dialogs/dialog-place';
import { ErrorBoundary } from './error-boundary';
import { FileDrop } from './files/file-drop';
import { PagePaste } from './files/page-paste';
import { EditorScreen } from './shell/editor-screen';
import { PageKeys } from './shell/page-keys';
import { modelsPart } from './shell/parts';
import type { StartedApp } from './start-app';

const StartPage = createPart(() => import('./start/start-page')).component((start) => start.default);
const ModelsPage = modelsPart.component((models) => models.ModelsPage);

/** The whole page. */
export function App({ stores, app }: StartedApp) {
  return (
    <ErrorBoundary>
      <StoresProvider stores={stores}>
        <AppProvider app={app}>
          <Screens />
          <Dialogs />
          <FileDrop />
          <PagePaste />
          <PageKeys />
          <Toaster />
          <LiveTexts />
        </AppProvider>
      </StoresProvider>
    </ErrorBoundary>
  );
}

function Screens() {
  // Without an open workflow, the models have a page of their own.
  const page = useView(({ screen }) =>
    screen.at === 'start' ? 'start' : screen.at === 'models' && screen.back.at === 'start' ? 'models' : 'workflow',
  );
  if (page === 'workflow') return <EditorScreen />;
  return page === 'start' ? <StartPage /> : <ModelsPage />;
}
