import '@/base/zod-without-eval';
import '@/ui/theme/tokens.css';
import '@/ui/theme/base.css';
import { createRoot } from 'react-dom/client';
import { toFailure } from '@/base/errors';
import { StoresProvider } from '@/state/context';
import { EmptyState } from '@/ui/display/empty-state';
import { LiveTexts } from '@/ui/live-texts';
import { Toaster } from '@/ui/overlay/toast';
import { followAddress, openSharedRun } from './open-shared-run';
import { SharedRunScreen } from './shared-run-screen';

/** The page in the file of a shared run. All that it shows is in the file, and it asks nobody for anything. */
async function showFile(root: HTMLElement): Promise<void> {
  followTheme();
  const screen = createRoot(root);
  try {
    const shared = await openSharedRun(document);
    const { stores } = shared;
    const follow = () => void followAddress(shared, location.hash);
    follow();
    addEventListener('hashchange', follow);
    screen.render(
      <StoresProvider stores={stores}>
        <SharedRunScreen shared={shared} />
        <Toaster />
        <LiveTexts />
      </StoresProvider>,
    );
  } catch (error) {
    const { message, advice } = toFailure(error);
    screen.render(
      <main>
        <EmptyState icon={null} title={message}>
          {advice}
        </EmptyState>
      </main>,
    );
  }
}

/** The theme is that of the system: a file remembers nothing. */
function followTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const paint = () => {
    document.documentElement.dataset['theme'] = dark.matches ? 'dark' : 'light';
  };
  dark.addEventListener('change', paint);
  paint();
}

const root = document.getElementById('root');
if (root !== null) void showFile(root);
