import { useStores, useView } from '@/state/context';
import { closeDialog } from '@/state/view/screens';
import { PartFailedOver } from '@/ui/lazy/part-failed';
import { endLeaveQuestion, useLeaveQuestion } from '@/ui/overlay/unsaved';
import { dialogsPart } from '../shell/parts';

const OpenDialog = dialogsPart.component((dialogs) => dialogs.OpenedDialog, { Failed: PartFailedOver });
const LeaveQuestion = dialogsPart.component((dialogs) => dialogs.LeaveQuestion, { Failed: PartFailedOver });

/** The dialog that is open, if any, and what is asked before something typed is lost. */
export function Dialogs() {
  const { view } = useStores();
  const isOpen = useView(({ dialog }) => dialog !== undefined);
  const leave = useLeaveQuestion();
  return (
    <>
      {isOpen && <OpenDialog onClose={() => closeDialog(view)} />}
      {leave && <LeaveQuestion leave={leave} onClose={endLeaveQuestion} />}
    </>
  );
}
