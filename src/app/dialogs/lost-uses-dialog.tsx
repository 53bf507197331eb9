import { useState } from 'react';
import { useDocument, useStores } from '@/state/context';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import { describeLost, type LostUseFix, listFixes } from '@/workflow/commands/places/mend-lost-uses';
import type { DialogAbout } from './app-dialog';
import styles from './lost-uses-dialog.module.css';

/** What a move could not keep, with fixes. A fix belongs to the same step of the history as the move. */
export default function LostUsesDialog({ dialog: { lost, mark }, onClose }: DialogAbout<'lost-uses'>) {
  const { document } = useStores();
  const current = useDocument((state) => state.document);
  const [mended, setMended] = useState<ReadonlySet<number>>(new Set());
  const [error, setError] = useState<string>();
  const mend = async (index: number, fix: LostUseFix) => {
    const made = await document.actions.dispatch(fix.edit, fix.title, mark);
    if (!made.ok) setError(made.error.message);
    else setMended((before) => new Set([...before, index]));
  };
  const undo = async () => {
    await document.actions.undo();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="What the move could not keep"
      footer={
        <>
          <Button variant="ghost" onClick={() => void undo()}>
            Undo the move
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <ul className={styles.list} aria-label="Not kept">
        {lost.map((one, index) => {
          const fixes = mended.has(index) ? [] : listFixes(current, one);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list stays as it is
            <li key={index}>
              <span>{describeLost(current, one)}</span>
              {mended.has(index) && <span className={styles.mended}>Fixed</span>}
              {fixes.map((fix) => (
                <Button key={fix.title} size="s" onClick={() => void mend(index, fix)}>
                  {fix.title}
                </Button>
              ))}
            </li>
          );
        })}
      </ul>
      {error !== undefined && <p role="alert">{error}</p>}
    </Dialog>
  );
}
