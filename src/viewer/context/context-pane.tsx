import Layers from 'lucide-react/icons/layers';
import { useMemo, useState } from 'react';
import { listModelCalls } from '@/run/projections/model-calls';
import { useStores } from '@/state/context';
import { openScreen } from '@/state/view/screens';
import { EmptyState } from '@/ui/display/empty-state';
import { Segmented } from '@/ui/form/segmented';
import { EarlierNote, isCut } from '../earlier-note';
import { usePacedRun } from '../use-paced-run';
import { useTaskLabel } from '../use-task-label';
import { CallList } from './calls/call-list';
import { computeFill, formatShortCall } from './calls/call-names';
import { CompactNow } from './compaction/compact-now';
import styles from './context-pane.module.css';
import { buildPlot, listMarks, type Plot } from './window/plot-points';
import { formatCompaction, WindowPlot } from './window/window-plot';

/**
 * The drawer's Context: how full the window was over the run, as a plot or a list. Each call opens what it was sent.
 */
export default function ContextPane() {
  const { view } = useStores();
  const calls = usePacedRun(({ run }) => listModelCalls(run));
  const cut = usePacedRun(({ run }) => [...run.calls.values()].some((list) => isCut(list.length)));
  const plot = useMemo(() => buildPlot(calls), [calls]);
  const compactions = usePacedRun(({ run }) => run.context.compactions);
  const marks = useMemo(() => listMarks(calls, compactions), [calls, compactions]);
  const [look, setLook] = useState<'plot' | 'list'>('plot');
  const [cursor, setCursor] = useState<number>();
  const at = Math.min(cursor ?? calls.length - 1, calls.length - 1);
  const current = calls[at];
  const { label } = useTaskLabel(current?.taskPath ?? '');
  if (current === undefined) {
    return (
      <EmptyState icon={<Layers />} title="No calls yet">
        Run the workflow to see how full the window of each call was.
      </EmptyState>
    );
  }
  const which = formatShortCall(current.call.path);
  const name = which === '' ? label : `${label}, ${which}`;
  const fill = computeFill(current.call)?.said ?? 'not measured';
  const mark = marks.find(({ after }) => after === at);
  const compacted = mark === undefined ? '' : `, ${formatCompaction(mark.tokensBefore, mark.tokensAfter)} before it`;
  return (
    <div className={styles.pane}>
      <div className={styles.bar}>
        <Segmented
          label="Show"
          value={look}
          options={[
            { value: 'plot', label: 'Plot' },
            { value: 'list', label: 'List' },
          ]}
          onChange={setLook}
        />
        <span className={styles.said}>
          {look === 'plot' && (
            <>
              Call {(at + 1).toLocaleString('en')} of {calls.length.toLocaleString('en')} · <b>{name}</b> · {fill}
              {compacted}
            </>
          )}
        </span>
        {look === 'plot' && <Key plot={plot} />}
        {cut && <EarlierNote shown={calls.length} kinds={['model.replied']} />}
        <CompactNow />
      </div>
      {look === 'plot' ? (
        <WindowPlot
          calls={calls}
          plot={plot}
          marks={marks}
          at={at}
          said={`Call ${at + 1} of ${calls.length}, ${name}: ${fill}${compacted}`}
          onMove={setCursor}
          onOpen={(index) => openScreen(view, { at: 'context', call: calls[index]?.call.path })}
        />
      ) : (
        <CallList
          label="Calls by task"
          chosen={undefined}
          onChoose={(path) => openScreen(view, { at: 'context', call: path })}
          follows={false}
        />
      )}
    </div>
  );
}

function Key({ plot }: { readonly plot: Plot }) {
  const hasTone = (tone: 'near' | 'over') => plot.points.some((point) => point?.tone === tone);
  return (
    <>
      {plot.unit === 'percent' ? <span>% of the window</span> : <span>tokens; the window is not known</span>}
      {plot.unit === 'percent' && plot.missing > 0 && <span>{plot.missing} of unknown windows not drawn</span>}
      {plot.unit === 'percent' && plot.top >= 100 && (
        <span className={styles.key}>
          <svg aria-hidden="true" viewBox="0 0 14 10">
            <path className={styles.limit} d="M0 5h14" />
          </svg>
          limit
        </span>
      )}
      {hasTone('near') && (
        <span className={styles.key}>
          <svg aria-hidden="true" viewBox="0 0 14 10">
            <path className={styles.near} d="M7 1l4 7H3z" />
          </svg>
          near it
        </span>
      )}
      {hasTone('over') && (
        <span className={styles.key}>
          <svg aria-hidden="true" viewBox="0 0 14 10">
            <path className={styles.over} d="M3.5 1.5h7v7h-7z" />
          </svg>
          over it
        </span>
      )}
    </>
  );
}
