import '@/ui/theme/tokens.css';
import '@/ui/theme/base.css';
import { createRoot } from 'react-dom/client';
import { markFailedStyles } from '@/ui/lazy/fetch-part';
import { notifyPerson } from '@/ui/overlay/toast';
import type { Workers } from '@/worker/border/client';
import { App } from './app';
import { readRemembered, writeRemembered } from './local-settings';
import { prefetchWhenIdle } from './prefetch';
import { startApp } from './start-app';
import { StartFailed } from './start-failed';

/** Starts the app with the page's workers and renders it, or shows why it could not start. */
export async function showPage(workers: Workers): Promise<void> {
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no #root.');
  const root = createRoot(element);
  markFailedStyles();
  try {
    const started = await startApp(workers);
    root.render(<App {...started} />);
    tellOfPlainHttp();
    void prefetchWhenIdle(started);
  } catch (error) {
    root.render(<StartFailed error={error} />);
  }
}

/**
 * Tells once what a browser keeps from a page that came over plain http:
 * https://developer.mozilla.org/docs/Web/Security/Secure_Contexts
 */
function tellOfPlainHttp(): void {
  if (isSecureContext || readRemembered().toldPlainHttp) return;
  writeRemembered({ toldPlainHttp: true });
  notifyPerson({
    tone: 'info',
    stays: true,
    title: 'This page came over plain http, so some things are not there.',
    detail:
      'Keys cannot be stored encrypted, only until the page is closed; the page does not open offline; folders cannot be opened, and the menu cannot paste (Ctrl+V can). All else works. Open Heddle over https or on localhost to have them.',
  });
}
