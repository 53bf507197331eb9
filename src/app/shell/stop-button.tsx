import { useAction } from '@/editor/actions/use-action';
import { Button } from '@/ui/form/button';

/** Cancels the run that asks, instead of an answer. */
export function StopButton() {
  const cancel = useAction('cancel');
  return (
    <Button variant="ghost" disabled={!cancel.enabled} onClick={cancel.run}>
      Stop the run
    </Button>
  );
}
