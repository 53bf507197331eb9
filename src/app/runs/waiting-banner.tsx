import { builtInProviders } from '@/providers/built-in-providers';
import { useRun, useStores } from '@/state/context';
import { openDialog, openModels } from '@/state/view/screens';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { CleanUpButton } from './clean-up-button';

/** What the shown run waits for, and the way to it. */
export function WaitingBanner() {
  const { view } = useStores();
  const waiting = useRun(({ present }) => present.waits.at(-1));
  // If a person paused it, the top bar says so; if a budget is used up, a question below asks about it.
  if (!waiting || waiting.reason === 'person' || waiting.reason === 'budget') return null;
  if (waiting.reason === 'storage') {
    return (
      <Note tone="warning" title="The run waits for room." action={<CleanUpButton />}>
        The storage of this browser is full. Remove what you do not need; the run then resumes by itself.
      </Note>
    );
  }
  if (waiting.reason === 'sign_in') {
    return (
      <Note
        tone="warning"
        title={`The run waits for you to sign in at ${waiting.server}.`}
        action={
          <Button size="s" onClick={() => openDialog(view, { name: 'settings' })}>
            Sign in
          </Button>
        }
      >
        It resumes once you have. What is done is kept.
      </Note>
    );
  }
  return (
    <Note
      tone="warning"
      title={`The run waits for the key of ${findProviderLabel(waiting.provider)}.`}
      action={
        <Button size="s" onClick={() => openModels(view, waiting.provider)}>
          Enter the key
        </Button>
      }
    >
      It resumes once the key is there. What is done is kept.
    </Note>
  );
}

function findProviderLabel(id: string | undefined): string {
  return builtInProviders.find((provider) => provider.id === id)?.label ?? id ?? 'a provider';
}
