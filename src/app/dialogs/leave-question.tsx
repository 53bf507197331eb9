import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';

interface LeaveQuestionProps {
  readonly leave: () => void;
  readonly onClose: () => void;
}

/** Asks before something typed is lost by Escape. */
export function LeaveQuestion({ leave, onClose }: LeaveQuestionProps) {
  const leaveNow = () => {
    onClose();
    leave();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Leave without saving?"
      footer={
        <>
          <Button variant="ghost" onClick={leaveNow}>
            Leave
          </Button>
          <Button variant="primary" data-autofocus onClick={onClose}>
            Stay
          </Button>
        </>
      }
    >
      What you typed is lost.
    </Dialog>
  );
}
