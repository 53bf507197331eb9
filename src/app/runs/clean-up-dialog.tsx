import { useEffect, useState } from 'react';
import { toFailure } from '@/base/errors';
import { formatBytes } from '@/base/figures';
import { defaultRetention } from '@/plan/limits';
import type { CleanupReport, CleanupRule } from '@/run/runner';
import { useDocument, useStores } from '@/state/context';
import { reloadAfterRemoval } from '@/state/start-and-fork';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { Dialog } from '@/ui/overlay/dialog';
import { notifyPerson } from '@/ui/overlay/toast';
import type { AppDialogProps } from '../dialogs/app-dialog';
import styles from './clean-up-dialog.module.css';
import { DoomedRuns } from './doomed-runs';
import { StorageFigures } from './storage-figures';
import { useRunsStorage } from './use-runs-storage';

/** How long typing may pause before the preview is computed, in ms. */
const pauseMs = 250;

/** Deletes runs by the rule of the workflow, or by another one this time. It shows a preview first. */
export default function CleanUpDialog({ onClose }: AppDialogProps) {
  const stores = useStores();
  const { runner } = stores.services;
  const workflowId = useDocument((state) => state.id);
  const retention = useDocument(({ document }) => document.retention);
  const [days, setDays] = useState(() => String(retention?.keepDays ?? defaultRetention.keepDays));
  const [last, setLast] = useState(() => String(retention?.keepLast ?? defaultRetention.keepLast));
  const [report, setReport] = useState<CleanupReport>();
  const [problem, setProblem] = useState<string>();
  const [removing, setRemoving] = useState(false);
  const { use, look } = useRunsStorage();
  const rule = parseRule(days, last);
  const key = rule && `${rule.keepDays} ${rule.keepLast}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rule is in its key
  useEffect(() => {
    setReport(undefined);
    if (rule === undefined) return;
    let wanted = true;
    const timer = setTimeout(() => {
      runner.cleanUp(workflowId, rule, true).then(
        (report) => wanted && setReport(report),
        (error: unknown) => wanted && setProblem(toFailure(error).message),
      );
    }, pauseMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [runner, workflowId, key]);

  const removeRuns = async () => {
    if (rule === undefined) return;
    setRemoving(true);
    setProblem(undefined);
    try {
      const gone = await runner.cleanUp(workflowId, rule, false);
      await reloadAfterRemoval(
        stores,
        gone.runs.map(({ execution }) => execution.id),
      );
      look();
      notifyPerson({
        tone: 'ok',
        title: `${countRuns(gone.runs.length)} removed, ${formatBytes(sumBytes(gone))} free again.`,
      });
      onClose();
    } catch (error) {
      setProblem(toFailure(error).message);
      setRemoving(false);
    }
  };
  const none = report !== undefined && report.runs.length === 0 && report.orphans.length === 0;
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title="Clean up"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {none ? 'Close' : 'Cancel'}
          </Button>
          <Button
            variant="danger"
            disabled={report === undefined || none || removing}
            onClick={() => void removeRuns()}
          >
            {report === undefined || none
              ? 'Remove'
              : `Remove ${countRuns(report.runs.length)}, ${formatBytes(sumBytes(report))}`}
          </Button>
        </>
      }
    >
      <StorageFigures use={use} onChange={look} />
      <h3 className={styles.title}>What to delete</h3>
      <div className={styles.rule}>
        <Field
          label="Keep runs for, days"
          error={parseNumber(days) === undefined ? 'A whole number, 0 or more.' : undefined}
        >
          <TextInput inputMode="numeric" value={days} onChange={setDays} data-autofocus />
        </Field>
        <Field
          label="Always keep the last runs"
          error={parseNumber(last) === undefined ? 'A whole number, 0 or more.' : undefined}
        >
          <TextInput inputMode="numeric" value={last} onChange={setLast} />
        </Field>
      </div>
      <p className={styles.hint}>
        For this clean-up only. It deletes runs that are older than this and not among the last ones. Runs that have not
        ended always stay. The workflow’s own rule is in its settings.
      </p>
      {problem !== undefined && <Note tone="error">{problem}</Note>}
      <DoomedRuns report={report} none={none} />
    </Dialog>
  );
}

function parseNumber(text: string): number | undefined {
  return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : undefined;
}

function parseRule(days: string, last: string): CleanupRule | undefined {
  const [keepDays, keepLast] = [parseNumber(days), parseNumber(last)];
  return keepDays === undefined || keepLast === undefined ? undefined : { keepDays, keepLast };
}

function countRuns(count: number): string {
  return count === 1 ? '1 run' : `${count.toLocaleString('en')} runs`;
}

function sumBytes({ runs, orphans }: CleanupReport): number {
  return [...runs, ...orphans].reduce((sum, { bytes }) => sum + bytes, 0);
}
