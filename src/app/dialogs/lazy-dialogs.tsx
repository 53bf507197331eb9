import { useStores, useView } from '@/state/context';
import { closeDialog } from '@/state/view/screens';
import { lazily } from '@/ui/lazy/lazily';
import { PartFailedOver } from '@/ui/lazy/part-failed';

/** The list of all dialogs, which the first screen does without. */
export const OpenDialog = lazily(async () => (await import('./dialogs')).default, { Failed: PartFailedOver });

/** The dialog that is open, if any. */
export function Dialogs() {
  const { view } = useStores();
  const isOpen = useView(({ dialog }) => dialog !== undefined);
  return isOpen ? <OpenDialog onClose={() => closeDialog(view)} /> : null;
}
