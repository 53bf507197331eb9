import '@/worker/zod-without-eval';
import '@/ui/theme/tokens.css';
import '@/ui/theme/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { prefetchWhenIdle } from './prefetch';
import { startApp } from './start-app';
import { StartFailed } from './start-failed';

const element = document.getElementById('root');
if (!element) throw new Error('The page has no #root.');
const root = createRoot(element);

startApp().then(
  (started) => {
    root.render(<App {...started} />);
    prefetchWhenIdle();
  },
  (error: unknown) => root.render(<StartFailed error={error} />),
);
