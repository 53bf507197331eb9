import { useMemo } from 'react';
import { writeDocumentForm } from '@/formats/written-form';
import { useDocument, useStores } from '@/state/context';
import { attemptAction } from '@/ui/attempt';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import { diffDocuments } from '@/workflow/diff/diff-documents';
import type { WorkflowDocument } from '@/workflow/document';
import { updateDefinition } from '@/workflow/library/put-definition';
import { DifferenceTable } from '../compare/difference-table';
import type { DialogAbout } from '../dialogs/app-dialog';
import { replaceDefinition } from './library-actions';

/** Shows what another version of a saved definition changes in the workflow, before it is put in. */
export default function UpdateDefinitionDialog({ dialog, onClose }: DialogAbout<'update-definition'>) {
  const stores = useStores();
  const { definition: name, saved } = dialog;
  const document = useDocument((state) => state.document);
  const updated = useMemo(() => updateDefinition(document, { name, saved }), [document, name, saved]);
  const diff = useMemo(
    () => (updated.ok ? diffDocuments(buildSettingsForm(document), buildSettingsForm(updated.value)) : undefined),
    [document, updated],
  );
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={`Update ${name} to version ${saved.version}`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={!updated.ok}
            data-autofocus
            onClick={() => {
              onClose();
              void attemptAction(() => replaceDefinition(stores, name, saved));
            }}
          >
            Update
          </Button>
        </>
      }
    >
      {updated.ok ? (
        <p>What was changed in this workflow since it was put in is replaced, too.</p>
      ) : (
        <p>{updated.error.message}</p>
      )}
      {diff && <DifferenceTable diff={diff} later={`Version ${saved.version}`} />}
    </Dialog>
  );
}

/** The settings alone: an update changes no task of the workflow. */
function buildSettingsForm({ library, agents, tools }: WorkflowDocument) {
  const settings = { library, agents, tools };
  const written = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  return writeDocumentForm({ ...written, tasks: {} });
}
