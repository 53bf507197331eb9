import { useStores } from '@/state/context';
import { openDialog } from '@/state/view/screens';
import { Button } from '@/ui/form/button';

/** Opens the dialog that makes room in the storage of the browser. */
export function CleanUpButton() {
  const { view } = useStores();
  return (
    <Button size="s" onClick={() => openDialog(view, { name: 'clean-up' })}>
      Clean up
    </Button>
  );
}
