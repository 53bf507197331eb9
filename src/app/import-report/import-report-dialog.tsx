import { AppError } from '@/base/errors';
import { type AppStores, useDocument, useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';
import { downloadText } from '@/ui/download-text';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import type { DialogAbout } from '../dialogs/app-dialog';
import { ImportReportView } from './import-report-view';
import { parseReport } from './parse-report';

/** Shows what is kept, with a checkpoint, of the file that it was imported from. */
export default function ImportReportDialog({ dialog: { revision }, onClose }: DialogAbout<'import-report'>) {
  const stores = useStores();
  const id = useDocument((state) => state.id);
  const { value, failure } = useAsked([stores, id, revision], () => readKept(stores, id, revision));
  const download = () => value && downloadText('imported.json', value.original, 'application/json');
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import report"
      width="full"
      footer={
        <>
          <Button variant="ghost" disabled={value === undefined} onClick={download}>
            Download the file
          </Button>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {failure !== undefined && <p role="alert">{failure.message}</p>}
      {value !== undefined && (
        <>
          <p>
            {[value.file, value.report.what].filter((one) => one !== '').join(': ')} It is kept without its keys. Read
            by {value.reader}.
          </p>
          <ImportReportView
            report={value.report}
            drawings={value.drawings}
            dryRun={value.report.dryRun ?? 'It was opened before the dry run was done.'}
            realRun={value.report.realRun}
            open={async () => onClose()}
          />
        </>
      )}
    </Dialog>
  );
}

/** What is kept of an import. It is drawn again if the file is still read in the same way. */
async function readKept({ services }: AppStores, id: string, revision: number) {
  const kept = await services.workflows.importOf(id, revision);
  const report = kept && parseReport(kept.report);
  if (report === undefined)
    throw new AppError('DAMAGED_RECORD', 'The import report of this checkpoint cannot be read any more.');
  const again = await services.documents.readPasted(kept?.original ?? '');
  const flow = again.status === 'broken' ? again.foreign?.flows[0] : undefined;
  const { file = '', original = '', reader = '' } = kept ?? {};
  return { file, original, reader, report, drawings: flow?.report.reader === reader ? flow : undefined };
}
