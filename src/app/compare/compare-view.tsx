import CircleCheck from 'lucide-react/icons/circle-check';
import FileDiff from 'lucide-react/icons/file-diff';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect } from 'react';
import { useDocument, useStores } from '@/state/context';
import { openScreen } from '@/state/view/screens';
import { attemptAction } from '@/ui/attempt';
import { EmptyState } from '@/ui/display/empty-state';
import { Button } from '@/ui/form/button';
import { SidePage } from '@/ui/overlay/side-page';
import { type DocumentDiff, isSameMeaning } from '@/workflow/diff/document-diff';
import { ProblemRows } from '../dialogs/problem-rows';
import { DifferenceDrawing } from '../draft/difference-drawing';
import { DraftOffer } from '../draft/draft-offer';
import { BaseList } from './base-list';
import { DifferenceFigures } from './difference-figures';
import { DifferenceTable } from './difference-table';
import styles from './difference-table.module.css';
import { listRemarks } from './remarks-on';
import { useBaseActions } from './use-base-actions';
import { type Comparison, useCompareBase, useComparison } from './use-comparison';

/**
 * The screen that compares the open workflow with an earlier state of it, or with a file, by meaning rather than by
 * text.
 */
export default function CompareView() {
  const { checkpoints, view } = useStores();
  const id = useDocument((state) => state.id);
  const base = useCompareBase();
  const comparison = useComparison(base);
  const { chooseFile } = useBaseActions();
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded again when another workflow is opened
  useEffect(() => {
    void attemptAction(checkpoints.actions.load);
  }, [checkpoints, id]);
  return (
    <SidePage
      title="Compare"
      note="by meaning: order of keys, comments and notation do not count"
      actions={
        <Button variant="ghost" size="s" icon={<FileDiff />} onClick={chooseFile}>
          Compare with a file
        </Button>
      }
      onBack={() => openScreen(view, { at: 'editor' })}
      bodyLabel="Differences"
      sideLabel="Compare with"
      side={<BaseList base={base} />}
    >
      {base?.kind === 'draft' && <DraftOffer draft={base.draft} />}
      {base?.kind === 'draft' && comparison.status === 'ready' && (
        <DifferenceDrawing text={base.draft.text} diff={comparison.diff} />
      )}
      <Found comparison={comparison} later={base?.kind === 'draft' ? 'Draft' : 'Now'} />
    </SidePage>
  );
}

function Found({ comparison, later }: { readonly comparison: Comparison; readonly later: string }) {
  switch (comparison.status) {
    case 'working':
      return null;
    case 'nothing':
      return (
        <EmptyState icon={<FileDiff />} title="No checkpoint yet">
          Make one, keep working, and see here what has changed since. Or compare with a file.
        </EmptyState>
      );
    case 'failed':
      return (
        <EmptyState icon={<TriangleAlert />} title={comparison.failure.message}>
          {comparison.failure.advice}
        </EmptyState>
      );
    case 'unreadable':
      return (
        <>
          <EmptyState icon={<TriangleAlert />} title="It has mistakes, so there is nothing to compare with" />
          <ProblemRows problems={comparison.problems} />
        </>
      );
    case 'ready':
      return <Difference diff={comparison.diff} later={later} />;
  }
}

function Difference({ diff, later }: { readonly diff: DocumentDiff; readonly later: string }) {
  const remarks = listRemarks(diff);
  return (
    <>
      {isSameMeaning(diff) ? (
        <EmptyState icon={<CircleCheck />} title="No difference">
          Tasks and settings say the same.
        </EmptyState>
      ) : (
        <>
          <DifferenceFigures diff={diff} />
          <DifferenceTable diff={diff} later={later} />
        </>
      )}
      {remarks.map((remark) => (
        <p key={remark} className={styles.remark}>
          {remark}
        </p>
      ))}
    </>
  );
}
