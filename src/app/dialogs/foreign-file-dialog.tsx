import { useEffect, useState } from 'react';
import { toFailure } from '@/base/errors';
import { formatCount } from '@/base/figures';
import type { Result } from '@/base/result';
import { makeLineVisible } from '@/base/visible-text';
import type { ForeignFlow } from '@/formats/import-file';
import { useStores } from '@/state/context';
import type { DocumentReader } from '@/state/services';
import { useAsked } from '@/state/use-asked';
import { openDialog } from '@/state/view/screens';
import { Button } from '@/ui/form/button';
import { Select } from '@/ui/form/select';
import { Dialog } from '@/ui/overlay/dialog';
import type { Diagnostic } from '@/workflow/diagnostic';
import { useApp } from '../app-context';
import { EarlierImportNote, findEarlierImport } from '../import-report/earlier-import';
import { ImportReportView } from '../import-report/import-report-view';
import { openAndKeep, takeOverImport } from '../import-report/open-and-keep';
import type { DialogAbout } from './app-dialog';
import styles from './foreign-file-dialog.module.css';

/**
 * Shows what became of files of other programs, line by line, and opens them only if the person says so. Of several
 * drawings one is shown at a time, and the dialog stays until all that are wanted are open.
 */
export default function ForeignFileDialog({ dialog, onClose }: DialogAbout<'foreign-file'>) {
  const { workflows } = useApp();
  const stores = useStores();
  const { flows, refused, shown = 0, opened = [] } = dialog;
  const flow = flows[shown] as ForeignFlow;
  const { label, text, report } = flow;
  const { warnings, what } = report;
  const { documents } = stores.services;
  const dryRun = useTried(documents, text, runDry);
  const realRun = useTried(documents, text, estimate);
  const { value: earlier, isOld } = useAsked([stores, flow], () => findEarlierImport(stores, flow));
  const tried = {
    ...(typeof dryRun === 'object' ? { dryRun } : {}),
    ...(typeof realRun === 'object' ? { realRun } : {}),
  };
  const file = { ...flow, report: { ...report, ...tried } };
  const left = flows.flatMap((_, index) => (opened.includes(index) ? [] : [index]));
  const isSeveral = flows.length > 1;
  const open = async () => {
    const id = await openAndKeep(stores, workflows, file);
    const next = left.find((index) => index > shown) ?? left.find((index) => index !== shown);
    if (id !== undefined && next !== undefined)
      openDialog(stores.view, { ...dialog, shown: next, opened: [...opened, shown] });
  };
  const openAll = async () => {
    let first: string | undefined;
    for (const index of left) {
      const id = await openAndKeep(stores, workflows, index === shown ? file : (flows[index] as ForeignFlow));
      if (id === undefined) return;
      first ??= id;
    }
    if (first !== undefined) await workflows.open(first);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={what.replace(/,.*/, '')}
      width="full"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {opened.length > 0 ? 'Close' : 'Cancel'}
          </Button>
          {isSeveral && (
            <Button disabled={opened.includes(shown)} onClick={() => void open()}>
              {opened.includes(shown) ? 'Opened' : 'Open this one'}
            </Button>
          )}
          <Button variant="primary" onClick={() => void (isSeveral ? openAll() : open())}>
            {isSeveral ? `Open all ${left.length}, each in a tab` : 'Open as a new workflow'}
          </Button>
        </>
      }
    >
      {isSeveral && (
        <div className={styles.flows}>
          <Select
            label="Workflow"
            value={String(shown)}
            onChange={(index) => openDialog(stores.view, { ...dialog, shown: Number(index) })}
            options={flows.map((one, index) => ({ value: String(index), label: formatFlow(one, index, opened) }))}
          />
          <span>
            {shown + 1} of {formatCount(flows.length, 'workflow')}. Each has its own report.
          </span>
        </div>
      )}
      <p className={styles.facts}>
        {[label, what.replace(/^[^,]*, /, '')].filter((fact) => fact !== '').join(': ')} It was read in this page, and
        nothing was sent.
      </p>
      {[...warnings, ...refused].map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      {earlier !== undefined && !isOld && (
        <EarlierImportNote earlier={earlier} onTakeOver={() => void takeOverImport(stores, file)} />
      )}
      <ImportReportView
        key={shown}
        report={report}
        drawings={flow}
        dryRun={dryRun}
        realRun={realRun}
        open={async () => void (await openAndKeep(stores, workflows, file))}
      >
        <p>The file, without its keys, and this report are kept with the first checkpoint.</p>
      </ImportReportView>
    </Dialog>
  );
}

/** `2. Look up: 3 exact, 1 adapted`, and whether it is open. */
function formatFlow({ document, label, report }: ForeignFlow, index: number, opened: readonly number[]): string {
  const { exact, adapted, dropped } = report.counts;
  const name = makeLineVisible(document.name || label, 60) || 'Without a name';
  const counts = [`${exact} exact`, `${adapted} adapted`, `${dropped} dropped`].join(', ');
  return `${index + 1}. ${name}: ${counts}${opened.includes(index) ? ' (opened)' : ''}`;
}

type Tried<T> = Result<T, readonly Diagnostic[] | string>;

const runDry = (documents: DocumentReader, text: string, signal: AbortSignal) => documents.dryRun(text, signal);
const estimate = (documents: DocumentReader, text: string, signal: AbortSignal) => documents.estimate(text, signal);

/** What a worker finds of a text; a text: why it could not. Undefined: it is not over yet. */
function useTried<T extends object>(
  documents: DocumentReader,
  text: string,
  attempt: (documents: DocumentReader, text: string, signal: AbortSignal) => Promise<Tried<T>>,
): T | string | undefined {
  const [done, setDone] = useState<{ readonly of: string; readonly found: T | string }>();
  useEffect(() => {
    const stop = new AbortController();
    const tell = (found: T | string) => stop.signal.aborted || setDone({ of: text, found });
    attempt(documents, text, stop.signal).then(
      (tried) => tell(tried.ok ? tried.value : explainError(tried.error)),
      (error: unknown) => tell(toFailure(error).message),
    );
    return () => stop.abort();
  }, [documents, text, attempt]);
  return done?.of === text ? done.found : undefined;
}

const explainError = (error: readonly Diagnostic[] | string): string =>
  typeof error === 'string' ? error : (error[0]?.message ?? 'It cannot be read.');
