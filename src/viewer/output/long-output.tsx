import { useState } from 'react';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { lazily } from '@/ui/lazy/lazily';
import { PartFailedOver } from '@/ui/lazy/part-failed';
import type { WholeOutput } from '../whole/whole-output';

const WholeDialog = lazily(async () => (await import('../whole/whole-dialog')).default, { Failed: PartFailedOver });

interface LongOutputProps {
  /** Which part of it is shown. */
  readonly words: string;
  readonly whole: WholeOutput | undefined;
  /** On the button: `output`, `prompt`. */
  readonly what: string;
}

/** Above a shortened text: how much of it is shown, and a button that opens the whole. */
export function LongOutput({ words, whole, what }: LongOutputProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Note
        tone="info"
        title={`${words}.`}
        action={
          whole && (
            <Button size="s" onClick={() => setOpen(true)}>
              Open the whole {what}
            </Button>
          )
        }
      />
      {open && whole && <WholeDialog output={whole} onClose={() => setOpen(false)} />}
    </>
  );
}
