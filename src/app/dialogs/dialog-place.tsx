import { useStores, useView } from '@/state/context';
import { closeDialog } from '@/state/view/screens';
import { PartFailedOver } from '@/ui/lazy/part-failed';
import { dialogsPart } from '../shell/parts';

const OpenDialog = dialogsPart.component((dialogs) => dialogs.default, { Failed: PartFailedOver });

/** The dialog that is open, if any. */
export function Dialogs() {
  const { view } = useStores();
  const isOpen = useView(({ dialog }) => dialog !== undefined);
  return isOpen ? <OpenDialog onClose={() => closeDialog(view)} /> : null;
}
