import FileWarning from 'lucide-react/icons/file-warning';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Failure } from '@/base/errors';
import { formatCost, formatTokens } from '@/base/figures';
import { countText, formatCostRange, formatTokenRange } from '@/plan/estimate/range-text';
import { findSpentCost } from '@/run/compare/spent';
import { useDocument, useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';
import { Chip, type ChipTone } from '@/ui/display/chip';
import { EmptyState } from '@/ui/display/empty-state';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { type ComparedRow, ComparisonTable } from '@/ui/table/comparison-table';
import type { Column } from '@/ui/table/table';
import styles from './compare-runs.module.css';
import { type PlanFit, type PlannedAndRun, pairPlannedWithRun } from './planned-figures';

const fits: { readonly [K in PlanFit]: { readonly word: string; readonly tone: ChipTone } } = {
  within: { word: 'as planned', tone: 'ok' },
  more: { word: 'more than planned', tone: 'failed' },
  less: { word: 'less than planned', tone: 'plain' },
  notPlanned: { word: 'not in the plan', tone: 'plain' },
  notRun: { word: 'did not run', tone: 'plain' },
};

type State =
  | { readonly status: 'working' | 'problems' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'ready'; readonly tasks: readonly PlannedAndRun[] };

/** What each task took in a run, beside what is planned for it in the workflow as it is now. */
export function PlanAgainstRun({ executionId }: { readonly executionId: string }) {
  const state = usePlanned(executionId);
  switch (state.status) {
    case 'working':
      return null;
    case 'problems':
      return (
        <EmptyState icon={<FileWarning />} title="The workflow has problems, so it has no plan">
          The list of problems says what to change.
        </EmptyState>
      );
    case 'failed':
      return (
        <EmptyState icon={<TriangleAlert />} title={state.failure.message}>
          {state.failure.advice}
        </EmptyState>
      );
    case 'ready':
      return (
        <ScrollRegion className={styles.planned} label="The run against the plan">
          <ComparisonTable columns={columns} items={state.tasks} getKey={({ id }) => id}>
            {(task) => ({ rows: [readPlannedRow(task)] })}
          </ComparisonTable>
        </ScrollRegion>
      );
  }
}

const columns: readonly Column[] = [
  { name: 'Task' },
  { name: 'Tokens' },
  ...['Calls planned', 'Calls', 'Tokens planned', 'Tokens taken', 'Cost planned', 'Cost'].map((name) => ({
    name,
    isNumber: true,
  })),
];

function readPlannedRow({ id, planned, ran, fit }: PlannedAndRun): ComparedRow {
  const { word, tone } = fits[fit];
  return {
    key: id,
    head: id,
    cells: [
      <Chip key="fit" tone={tone}>
        {word}
      </Chip>,
      planned && countText(planned.calls),
      ran?.calls,
      planned && formatTokenRange(planned.tokens),
      ran && formatTokens(ran.tokens).replace(/ tok$/, ''),
      planned && formatCostRange(planned.costUsd),
      ran && formatCost(findSpentCost(ran)),
    ],
  };
}

function usePlanned(executionId: string): State {
  const { document, services } = useStores();
  const id = useDocument((state) => state.id);
  const text = useDocument((state) => state.text);
  const { value, failure } = useAsked([document, services, id, text, executionId], async (): Promise<State> => {
    await document.actions.settled();
    const [planned, run] = await Promise.all([
      services.documents.plan(id),
      services.runner.compare(executionId, executionId),
    ]);
    return planned.ok ? { status: 'ready', tasks: pairPlannedWithRun(planned.estimate, run) } : { status: 'problems' };
  });
  return failure === undefined ? (value ?? { status: 'working' }) : { status: 'failed', failure };
}
