import { useEffect, useState } from 'react';
import { toFailure } from '@/base/errors';
import type { ImportReport } from '@/formats/foreign/import-report';
import { useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import { useApp } from '../app-context';
import { EarlierImportNote, findEarlierImport } from '../import-report/earlier-import';
import { ImportReportView } from '../import-report/import-report-view';
import { openAndKeep, takeOverImport } from '../import-report/open-and-keep';
import type { DialogAbout } from './app-dialog';
import styles from './foreign-file-dialog.module.css';
import { NextStep } from './next-step';

/** Shows what became of a file of another program, line by line, and opens it only if the person says so. */
export default function ForeignFileDialog({ dialog, onClose }: DialogAbout<'foreign-file'>) {
  const { workflows } = useApp();
  const { label, text, report } = dialog;
  const { warnings, what } = report;
  const dryRun = useDryRun(text);
  const stores = useStores();
  const { value: earlier } = useAsked([stores, dialog], () => findEarlierImport(stores, dialog));
  const file = typeof dryRun === 'object' ? { ...dialog, report: { ...report, dryRun } } : dialog;
  const open = () => openAndKeep(stores, () => workflows.text(text), file);
  return (
    <Dialog
      open
      onClose={onClose}
      title={what.replace(/,.*/, '')}
      width="full"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" onClick={() => void open()}>
            Open as a new workflow
          </Button>
        </>
      }
    >
      <p className={styles.facts}>
        {[label, what.replace(/^[^,]*, /, '')].filter((fact) => fact !== '').join(': ')} It was read in this page, and
        nothing was sent.
      </p>
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      {earlier !== undefined && (
        <EarlierImportNote earlier={earlier} onTakeOver={() => void takeOverImport(stores, file)} />
      )}
      <ImportReportView
        report={report}
        drawings={dialog}
        dryRun={dryRun}
        nextStep={(todo) => <NextStep todo={todo} open={open} />}
      >
        <p>The file, without its keys, and this report are kept with the first checkpoint.</p>
      </ImportReportView>
    </Dialog>
  );
}

/** The dry run of a text, done in a worker; a text: why it could not be done. Undefined: it is not over yet. */
function useDryRun(text: string): ImportReport['dryRun'] | string {
  const { services } = useStores();
  const [done, setDone] = useState<ImportReport['dryRun'] | string>();
  useEffect(() => {
    const stop = new AbortController();
    const tell = (counts: typeof done) => stop.signal.aborted || setDone(counts);
    services.documents.dryRun(text, stop.signal).then(
      (ran) => tell(ran.ok ? ran.value : ran.error[0]?.message),
      (error: unknown) => tell(toFailure(error).message),
    );
    return () => stop.abort();
  }, [services, text]);
  return done;
}
