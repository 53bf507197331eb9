import { formatCount } from '@/base/figures';
import { makeLineVisible } from '@/base/visible-text';
import { readWorkflowLink } from '@/share/workflow-link';
import { useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import { useApp } from '../app-context';
import { ExportPreview } from '../export/export-preview';
import type { DialogAbout } from './app-dialog';

/** Shows the workflow that an address has in it, and opens it only if the person says so. */
export default function WorkflowLinkDialog({ dialog: { hash }, onClose }: DialogAbout<'workflow-link'>) {
  const { documents } = useStores().services;
  const { workflows } = useApp();
  const asked = useAsked([hash], async () => {
    const text = await readWorkflowLink(hash);
    return { text, file: await documents.readFile(new TextEncoder().encode(text), 'link.yaml') };
  });
  const { text, file } = asked.value ?? {};
  const title = file?.status === 'sound' && file.title;
  const open = () => {
    if (text === undefined) return;
    void (file?.status === 'sound' ? workflows.text(file.text) : workflows.file(new File([text], 'link.yaml')));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Open the workflow in this link?"
      width="wide"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabled={file === undefined} onClick={open}>
            Open as a new workflow
          </Button>
        </>
      }
    >
      {asked.failure && (
        <Note tone="error" title={asked.failure.message}>
          {asked.failure.advice}
        </Note>
      )}
      {file && text !== undefined && (
        <>
          <p>
            {file.status === 'sound'
              ? `It has ${title ? `“${makeLineVisible(title, 200)}”, ` : ''}${formatCount(file.tasks, 'task')}.`
              : 'It has no workflow that can be opened as it is: Open says what is wrong with it.'}{' '}
            It was read in this page, and nothing was stored, sent or run. A link has no files, runs or keys.
          </p>
          <ExportPreview name={title ? makeLineVisible(title, 200) : 'Text'} text={text} />
        </>
      )}
    </Dialog>
  );
}
