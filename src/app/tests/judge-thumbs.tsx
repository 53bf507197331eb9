import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { useState } from 'react';
import type { EvaluatedExpectation, Judgement } from '@/cases/evaluated-item';
import { computeAgreement, describeAgreement, type JudgeLabel } from '@/cases/judge/judge-labels';
import { useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';
import { attemptAction } from '@/ui/attempt';
import { IconButton } from '@/ui/form/icon-button';
import type { JudgedCase } from '@/worker/border/tests-api';
import { readJudgeLabels, removeJudgeLabel, writeJudgeLabel } from './label-judgement';
import styles from './opened-case.module.css';

const noLabels: ReadonlyMap<string, JudgeLabel> = new Map();

/** What people said of judgements, and how a person says it of one in a case. */
export interface LabelledJudgements {
  readonly labels: ReadonlyMap<string, JudgeLabel>;
  /**
   * Without an answer what was said is taken back. Undefined: they could not be read, or are not yet, so that nothing
   * may be written over them.
   */
  readonly say: ((judgement: Judgement, type: string, isAgreed: boolean | undefined) => void) | undefined;
  /** Why they could not be read. */
  readonly failure: string | undefined;
}

/** What people said of the judgements of a workflow, from its files. */
export function useLabelledJudgements(workflowId: string, judged: JudgedCase): LabelledJudgements {
  const stores = useStores();
  const [written, setWritten] = useState(0);
  const { value, failure } = useAsked(
    [workflowId, judged, written],
    judged.results.some(({ judgement }) => judgement !== undefined)
      ? () => readJudgeLabels(stores, workflowId)
      : undefined,
  );
  const say = (judgement: Judgement, type: string, isAgreed: boolean | undefined) =>
    void attemptAction(async () => {
      const { key, judge, model, isPassed } = judgement;
      if (isAgreed === undefined) await removeJudgeLabel(stores, workflowId, key);
      else {
        const label = { judgement: key, judge, pass: isPassed, agree: isAgreed, case: judged.id, type, model };
        await writeJudgeLabel(stores, workflowId, label);
      }
      setWritten((count) => count + 1);
    }, 'judge label');
  return { labels: value ?? noLabels, say: value === undefined ? undefined : say, failure: failure?.message };
}

interface JudgeThumbsProps extends Pick<LabelledJudgements, 'labels' | 'say'> {
  readonly judgement: Judgement;
  /** Of the expectation that was judged. */
  readonly type: string;
}

/** Whether a person agrees with what a judge found. No model is asked. */
export function JudgeThumbs({ judgement, type, labels, say }: JudgeThumbsProps) {
  const label = labels.get(judgement.key);
  // Asked anew, the judge may have found the opposite of what was agreed with.
  const said = label?.pass === judgement.isPassed ? label.agree : undefined;
  // Pressed once more, it is taken back.
  const choose = (isAgreed: boolean) => say?.(judgement, type, said === isAgreed ? undefined : isAgreed);
  return (
    <fieldset className={styles.thumbs} aria-label="Whether the judge is right">
      <IconButton
        size="s"
        label="I agree"
        icon={<ThumbsUp />}
        aria-pressed={said === true}
        disabled={say === undefined}
        onClick={() => choose(true)}
      />
      <IconButton
        size="s"
        label="I disagree"
        icon={<ThumbsDown />}
        aria-pressed={said === false}
        disabled={say === undefined}
        onClick={() => choose(false)}
      />
    </fieldset>
  );
}

interface AgreementProps extends Pick<LabelledJudgements, 'labels'> {
  readonly results: readonly EvaluatedExpectation[];
}

/** How far people agree with the judges of a case, a line for each judge. */
export function Agreement({ results, labels }: AgreementProps) {
  const judgements = results.flatMap(({ judgement }) => judgement ?? []);
  return computeAgreement(judgements, labels).map((agreement) => (
    <p key={agreement.judge} className={styles.note}>
      {agreement.model}: {describeAgreement(agreement)}
    </p>
  ));
}
