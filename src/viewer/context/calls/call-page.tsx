import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useMemo, useState } from 'react';
import { findFormerCall } from '@/run/projections/former-call';
import type { CallRecord } from '@/run/run-state';
import { useStores } from '@/state/context';
import { openModels, openScreen } from '@/state/view/screens';
import { Note } from '@/ui/display/note';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { TypeIcon } from '@/ui/display/type-tile';
import { Button } from '@/ui/form/button';
import { Segmented } from '@/ui/form/segmented';
import type { TaskPath } from '@/workflow/task-path';
import { taskTraits } from '@/workflow/tasks';
import { usePacedRun } from '../../use-paced-run';
import { useReadOnly } from '../../use-read-only';
import { useTaskLabel } from '../../use-task-label';
import styles from '../context-view.module.css';
import { formatCounted } from '../context-words';
import { PartTable } from '../parts/part-table';
import { type SentCall, useSentCall } from '../use-sent-parts';
import { WindowBar, WindowLegend } from '../window/window-bar';
import { AsSent } from './as-sent';
import { CallDifference } from './call-difference';
import { callLabel } from './call-names';
import { CallSide } from './call-side';

type Look = 'parts' | 'sent' | 'against';

/** What one call was sent, and at the side what was left out. */
export function CallPage({ taskPath, call }: { readonly taskPath: TaskPath; readonly call: CallRecord }) {
  const { view } = useStores();
  const { label, type } = useTaskLabel(taskPath);
  const calls = usePacedRun(({ run }) => run.calls);
  const former = useMemo(() => findFormerCall({ calls }, call), [calls, call]);
  const sentCall = useSentCall(call);
  const [wanted, setLook] = useState<Look>('parts');
  const look = wanted === 'against' && former === undefined ? 'parts' : wanted;
  return (
    <>
      <section className={styles.centre} aria-label="Call">
        <div className={styles.bar}>
          <Button variant="ghost" size="s" icon={<ArrowLeft />} onClick={() => openScreen(view, { at: 'editor' })}>
            Canvas
          </Button>
          <span aria-hidden="true">/</span>
          {type && <TypeIcon look={taskTraits[type]} />}
          <span className={styles.name}>{label}</span>
          <span className={styles.which}>{callLabel(call.path)}</span>
          <span className={styles.gap} />
          <Segmented<Look>
            label="Show"
            value={look}
            options={[
              { value: 'parts', label: 'Parts' },
              { value: 'sent', label: 'As sent' },
              ...(former ? [{ value: 'against' as const, label: `Against ${former.which}` }] : []),
            ]}
            onChange={setLook}
          />
        </div>
        <ScrollRegion className={styles.body} label={`What ${label} was sent`}>
          <CallHead call={call} sentCall={sentCall} />
          {look === 'parts' && <PartTable taskPath={taskPath} sent={sentCall} />}
          {look === 'sent' && <AsSent sent={sentCall} />}
          {look === 'against' && former && <CallDifference sent={sentCall} former={former} />}
        </ScrollRegion>
      </section>
      <CallSide taskPath={taskPath} call={call} sent={sentCall} />
    </>
  );
}

function CallHead({ call, sentCall }: { readonly call: CallRecord; readonly sentCall: SentCall }) {
  const { window } = call;
  return (
    <>
      <div className={styles.title}>
        <h1>What this call was sent</h1>
        {window && <WindowFigure call={call} />}
      </div>
      {window && sentCall.rows.length > 0 && (
        <>
          <WindowBar rows={sentCall.rows} window={window} />
          <WindowLegend rows={sentCall.rows} window={window} />
        </>
      )}
      <div className={styles.notes}>
        {window?.size === null && <UnknownWindow model={call.model} />}
        {sentCall.failure !== undefined && <Note tone="error">{sentCall.failure}</Note>}
        {!sentCall.hasParts && (
          <Note tone="info" title="Its parts were not recorded.">
            “As sent” shows the whole text.
          </Note>
        )}
      </div>
    </>
  );
}

function WindowFigure({ call: { window } }: { readonly call: CallRecord }) {
  if (window === undefined) return null;
  const { size, sent, exact } = window;
  const about = exact ? '' : 'about ';
  return (
    <span
      className={styles.figure}
      title={exact ? 'Counted by the tokenizer of the model' : 'Estimated: its tokenizer is not known'}
    >
      {about}
      <b>{formatCounted(sent)}</b> tokens sent
      {size !== null &&
        ` of a window of ${formatCounted(size)} · ${size === 0 ? 0 : Math.round((sent / size) * 100)} %`}
    </span>
  );
}

function UnknownWindow({ model }: { readonly model: string | undefined }) {
  const { view } = useStores();
  const isReadOnly = useReadOnly();
  return (
    <Note
      tone="info"
      title={`How much ${model ?? 'the model'} can take is not known.`}
      action={
        !isReadOnly && (
          <Button size="s" onClick={() => openModels(view)}>
            Set its window
          </Button>
        )
      }
    >
      The bar shows only what was sent.{!isReadOnly && ' Set the size of its window in Models.'}
    </Note>
  );
}
