import '@/worker/zod-without-eval';
import '@/ui/theme/tokens.css';
import '@/ui/theme/base.css';
import { createRoot } from 'react-dom/client';
import { markFailedStyles } from '@/ui/fetch-part';
import { App } from './app';
import { prefetchWhenIdle } from './prefetch';
import { startApp } from './start-app';
import { StartFailed } from './start-failed';

const element = document.getElementById('root');
if (!element) throw new Error('The page has no #root.');
const root = createRoot(element);

markFailedStyles();
startApp().then(
  (started) => {
    root.render(<App {...started} />);
    prefetchWhenIdle(started.stores);
  },
  (error: unknown) => root.render(<StartFailed error={error} />),
);
