import { useState } from 'react';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import WholeDialog from '../whole/whole-dialog';
import type { WholeOutput } from '../whole/whole-output';

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
