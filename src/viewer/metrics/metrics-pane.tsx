import Download from 'lucide-react/icons/download';
import Gauge from 'lucide-react/icons/gauge';
import { useMemo, useState } from 'react';
import { formatAgo, formatBytes, formatTokens } from '@/base/figures';
import type { ContextMetrics } from '@/run/context-state';
import type { Capture } from '@/run/event-data';
import { formatInstance } from '@/run/instance-label';
import { formatCacheWords } from '@/run/projections/cache-words';
import { listOutputRows, type OutputRow } from '@/run/projections/outputs-of';
import type { RunTotals } from '@/run/run-state';
import { Chip } from '@/ui/display/chip';
import { EmptyState } from '@/ui/display/empty-state';
import { type Figure, FigureRow } from '@/ui/display/figure-row';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { TypeIcon } from '@/ui/display/type-tile';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { MoreButton } from '@/ui/list/more-button';
import { type Column, Table } from '@/ui/table/table';
import { getLastSegment } from '@/workflow/task-path';
import { taskTraits } from '@/workflow/tasks';
import { usePacedRun } from '../use-paced-run';
import { useTaskLabel } from '../use-task-label';
import { useDownload } from '../whole/use-download';
import WholeDialog from '../whole/whole-dialog';
import { findWholeOutput, type WholeOutput } from '../whole/whole-output';
import styles from './metrics-pane.module.css';
import { TaskCosts } from './task-costs';

const columns: readonly Column[] = [
  { name: 'Task' },
  { name: 'Size', isNumber: true },
  { name: 'Shown', isNumber: true },
  { name: 'Which part' },
  { name: 'File' },
  { name: '' },
];

/** Rows shown at first, and added by each press of the button. */
const page = 100;

/**
 * The drawer's Metrics: the sizes of the run's outputs, what was shortened or stored as a file, and each of these
 * outputs.
 */
export default function MetricsPane() {
  const context = usePacedRun(({ run }) => run.context);
  const totals = usePacedRun(({ run }) => run.totals);
  const byTask = usePacedRun(({ run }) => run.byTask);
  const rows = useMemo(() => listOutputRows(context), [context]);
  const [shown, setShown] = useState(page);
  const [open, setOpen] = useState<WholeOutput>();
  const { metrics } = context;
  if (metrics.taskCount === 0) {
    return (
      <EmptyState icon={<Gauge />} title="No outputs yet">
        Run the workflow to see the sizes of its outputs and contexts.
      </EmptyState>
    );
  }
  return (
    <ScrollRegion className={styles.pane} label="Metrics of the run">
      <FigureRow figures={listFigures(metrics, totals)} />
      <TaskCosts byTask={byTask} />
      {rows.length === 0 ? (
        <p className={styles.quiet}>Every output is small enough to be shown whole.</p>
      ) : (
        <Table columns={columns} caption="Outputs that were shortened or stored as files" className={styles.table}>
          <tbody>
            {rows.slice(0, shown).map((row) => (
              <Row key={row.output.path} row={row} onOpen={setOpen} />
            ))}
          </tbody>
        </Table>
      )}
      <MoreButton className={styles.more} shown={shown} all={rows.length} page={page} onShow={setShown} />
      {open && <WholeDialog output={open} onClose={() => setOpen(undefined)} />}
    </ScrollRegion>
  );
}

const parts = { head: 'the start', tail: 'the end', both: 'start and end', summary: 'a summary' } as const;

function Row({ row, onOpen }: { readonly row: OutputRow; readonly onOpen: (output: WholeOutput) => void }) {
  const { taskPath, output } = row;
  const { capture, view } = output;
  const { label, type } = useTaskLabel(taskPath);
  const { busy, download } = useDownload();
  const which = formatInstance(output.path);
  const name = which === '' ? label : `${label}, ${which}`;
  const whole = findWholeOutput(capture, view, {
    title: `Output of ${name}`,
    name: getLastSegment(taskPath).replace(':', '-'),
  });
  return (
    <tr>
      <td>
        <span className={styles.task}>
          {type && <TypeIcon look={taskTraits[type]} />}
          {label}
          {which !== '' && <span className={styles.which}>{which}</span>}
        </span>
      </td>
      <td data-number>{formatBytes(capture.bytes)}</td>
      <td data-number>{capture.truncated ? formatShown(capture) : 'all'}</td>
      <td>
        {capture.truncated && parts[capture.strategy ?? 'tail']} {capture.binary && <Chip tone="paused">binary</Chip>}
      </td>
      <td className={styles.file} title={capture.stored?.path}>
        {capture.stored?.path?.split('/').at(-1) ?? ''}
      </td>
      <td data-number>
        {whole && (
          <span className={styles.actions}>
            <Button size="s" variant="ghost" aria-label={`Open the output of ${name}`} onClick={() => onOpen(whole)}>
              Open
            </Button>
            <IconButton
              size="s"
              label={`Download the output of ${name}`}
              icon={<Download />}
              disabled={busy}
              onClick={() => void download(whole.blob, whole.file)}
            />
          </span>
        )}
      </td>
    </tr>
  );
}

function formatShown({ shown, strategy }: Capture): string {
  if (strategy === 'summary' || shown === undefined) return '–';
  return formatBytes(shown);
}

function listFigures(metrics: ContextMetrics, totals: RunTotals): readonly Figure[] {
  const { inputTokens, outputTokens, reasoningTokens = 0, cachedTokens = 0, makerCalls = 0 } = totals;
  const cached = formatCacheWords(totals);
  const { totalBytes, taskCount, truncatedCount, externalCount, avgRelevance, lastPrunedAt, prunedCount, compactions } =
    metrics;
  const formatCounted = (count: number) => count.toLocaleString('en');
  return [
    { name: 'Outputs', value: formatCounted(taskCount), what: `of tasks, ${formatBytes(totalBytes)} stored` },
    { name: 'Shortened', value: formatCounted(truncatedCount), what: 'for templates and context, each round' },
    { name: 'Stored as files', value: formatCounted(externalCount), what: 'as separate files' },
    {
      name: 'Average relevance',
      value: avgRelevance === null ? '–' : avgRelevance.toFixed(2),
      what: avgRelevance === null ? 'nothing was included' : 'of what was included',
    },
    {
      name: 'Removed from context',
      value: formatCounted(prunedCount),
      what: lastPrunedAt === undefined ? 'never pruned' : `last ${formatAgo(lastPrunedAt)}`,
    },
    { name: 'Compactions', value: formatCounted(compactions), what: 'of histories and conversations' },
    ...(reasoningTokens === 0
      ? []
      : [{ name: 'Thinking', value: formatTokens(reasoningTokens), what: `of ${formatTokens(outputTokens)} out` }]),
    ...(cached === undefined
      ? []
      : [
          {
            name: 'From cache',
            value: `${Math.round((cachedTokens / inputTokens) * 100)} %`,
            what: `of what was sent: ${cached}`,
          },
        ]),
    ...(makerCalls === 0
      ? []
      : [
          {
            name: 'Tools of the provider',
            value: formatCounted(makerCalls),
            what: 'calls; what they cost is not counted',
          },
        ]),
  ];
}
