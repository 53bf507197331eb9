import { lazy, Suspense, useState } from 'react';
import { Button } from '@/ui/button';
import { Note } from '@/ui/note';
import type { WholeOutput } from '../whole/whole-output';

const WholeDialog = lazy(() => import('../whole/whole-dialog'));

interface LongOutputProps {
  /** What is shown of it. */
  readonly words: string;
  readonly whole: WholeOutput | undefined;
  /** On the button: `output`, `prompt`. */
  readonly what: string;
}

/** Over a text that is not shown whole: how much of it this is, and the way to the whole. */
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
      <Suspense>{open && whole && <WholeDialog output={whole} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
