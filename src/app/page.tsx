import '@/ui/theme/tokens.css';
import '@/ui/theme/base.css';
import { createRoot } from 'react-dom/client';
import { markFailedStyles } from '@/ui/lazy/fetch-part';
import type { Workers } from '@/worker/border/client';
import { App } from './app';
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
    prefetchWhenIdle(started.stores);
  } catch (error) {
    root.render(<StartFailed error={error} />);
  }
}
