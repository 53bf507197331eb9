import type { BrokenFile } from '@/formats/import-file';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import { useApp } from '../app-context';
import { formatFileLabel } from '../workflows/open-imported';
import type { DialogAbout } from './app-dialog';
import { ProblemRows } from './problem-rows';

/** Shows the mistakes in a file that a person wants to open, and asks what to do with it. */
export default function BrokenFileDialog({ dialog: { file }, onClose }: DialogAbout<'broken-file'>) {
  const { workflows } = useApp();
  const { asWritten, saved, diagnostics } = file;
  const openText = (text: string) => void workflows.text(text);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${formatFileLabel(file)} has mistakes`}
      width="wide"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {asWritten === undefined && saved === undefined ? 'Close' : 'Cancel'}
          </Button>
          {saved !== undefined && (
            <Button variant={asWritten === undefined ? 'primary' : 'default'} onClick={() => openText(saved)}>
              Open the repaired text
            </Button>
          )}
          {asWritten !== undefined && (
            <Button variant="primary" onClick={() => openText(asWritten)}>
              Open in the code view
            </Button>
          )}
        </>
      }
    >
      <p>{explainBrokenFile(file)} The open workflow stays as it is.</p>
      <ProblemRows problems={diagnostics} />
    </Dialog>
  );
}

function explainBrokenFile({ asWritten, saved }: BrokenFile): string {
  const code = 'The code view opens all of it, with the mistakes marked.';
  const part = 'The repaired text is without the mistakes: the list says what was left out or changed.';
  if (asWritten !== undefined) return saved === undefined ? code : `${code} ${part}`;
  return saved === undefined ? 'No part of it could be read as a workflow.' : part;
}
