import '@/ui/theme/tokens.css';
import '@/ui/theme/base.css';
import { createRoot } from 'react-dom/client';
import { markFailedStyles } from '@/ui/lazy/fetch-part';
import { whenIdle } from '@/ui/when-idle';
import type { Workers } from '@/worker/border/client';
import { App } from './app';
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
    void whenIdle()
      .then(() => import('./prefetch'))
      .then(
        ({ prefetchWhenIdle }) => prefetchWhenIdle(started.stores),
        () => undefined,
      );
  } catch (error) {
    root.render(<StartFailed error={error} />);
  }
}
