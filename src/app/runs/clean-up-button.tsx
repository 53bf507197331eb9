import { useStores } from '@/state/context';
import { Button } from '@/ui/form/button';

/** Opens the dialog that makes room in the storage of the browser. */
export function CleanUpButton() {
  const { view } = useStores();
  return (
    <Button size="s" onClick={() => view.setState({ dialog: { name: 'clean-up' } })}>
      Clean up
    </Button>
  );
}
