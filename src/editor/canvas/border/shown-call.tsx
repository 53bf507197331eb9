import { useEffect, useMemo } from 'react';
import { listCallsThatRan } from '@/run/projections/calls-that-ran';
import { useDocument, useRun, useStores, useView } from '@/state/context';
import { chooseInstance, showCall } from '@/state/view/shown-run';
import { Select } from '@/ui/form/select';
import { formatTaskLabel, type WorkflowDocument } from '@/workflow/document';
import { findFunctionName } from '@/workflow/function-path';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import { IterationSteps } from '../nodes/iteration-steps';
import styles from './function-border.module.css';

/**
 * Which call of a function the canvas shows the run of, with the others that ran to choose from. One that the run does
 * not have gives way to the last that ran. Draws nothing while no run is shown.
 */
export function ShownCall({ root }: { readonly root: TaskPath }) {
  const name = findFunctionName(root);
  const hasRun = useRun((state) => state.executionId !== undefined);
  return name !== undefined && hasRun && <CallsThatRan name={name} />;
}

function CallsThatRan({ name }: { readonly name: string }) {
  const { view } = useStores();
  // One path in each line, so that it stays the same text while no call begins.
  const paths = useRun(({ run }) => listCallsThatRan(run, name).join('\n'));
  const calls = useMemo(() => (paths === '' ? [] : paths.split('\n')), [paths]);
  const shown = useView(({ shownRun: { callsShown } }) => callsShown.get(name));
  const document = useDocument((state) => state.document);
  const last = calls.at(-1);
  const chooseCall = (call: TaskPath) => {
    // An item of another call says nothing of this one.
    if (call !== shown) chooseInstance(view, undefined);
    showCall(view, name, call);
  };
  const isGone = last !== undefined && (shown === undefined || !calls.includes(shown));
  useEffect(() => {
    if (isGone) showCall(view, name, last);
  }, [isGone, last, name, view]);
  if (last === undefined) return <span className={styles.shown}>Not called in this run</span>;
  const call = shown !== undefined && calls.includes(shown) ? shown : last;
  return (
    <span className={styles.shown}>
      {calls.length === 1 ? (
        <span className={styles.call}>Run by {callLabel(document, call)}</span>
      ) : (
        <Select
          label={`The call of ${name} whose run is shown`}
          value={call}
          options={calls.map((one) => ({ value: one, label: `Run by ${callLabel(document, one)}` }))}
          onChange={chooseCall}
        />
      )}
      <IterationSteps taskPath={call} />
    </span>
  );
}

/** A call and where it is: `use`, `for each item in each`, `greet in report`. */
function callLabel(document: WorkflowDocument, call: TaskPath): string {
  const steps = call.split('/').filter((step, index, all) => step !== 'task' || !all[index - 1]?.startsWith('call:'));
  const labels = steps.map((step) => (step.startsWith('call:') ? step.slice('call:'.length) : formatSegment(step)));
  const task = locateTask(document, call)?.task;
  const own =
    task === undefined
      ? formatSegment(getLastSegment(call))
      : formatTaskLabel(formatSegment(getLastSegment(call)), task);
  return [own, ...labels.slice(0, -1).toReversed()].join(' in ');
}
