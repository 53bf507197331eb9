import { lazy, Suspense } from 'react';
import { StoresProvider, useView } from '@/state/context';
import { Toaster } from '@/ui/toast';
import { AppProvider } from './app-context';
import { Dialogs } from './dialogs/dialogs';
import { ErrorBoundary } from './error-boundary';
import { FileDrop } from './files/file-drop';
import { PagePaste } from './files/page-paste';
import { EditorScreen } from './shell/editor-screen';
import { PageKeys } from './shell/page-keys';
import type { StartedApp } from './start-app';

const StartPage = lazy(() => import('./start/start-page'));
const ModelsPage = lazy(() => import('./models/models-page'));

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
        </AppProvider>
      </StoresProvider>
    </ErrorBoundary>
  );
}

function Screens() {
  // The models have a page of their own where no workflow is behind them.
  const page = useView(({ screen, modelsFrom }) =>
    screen === 'start' ? 'start' : screen === 'models' && modelsFrom === 'start' ? 'models' : 'workflow',
  );
  if (page === 'workflow') return <EditorScreen />;
  return <Suspense>{page === 'start' ? <StartPage /> : <ModelsPage />}</Suspense>;
}
