import type { ReactNode } from 'react';
import { formatDuration } from '@/base/figures';
import { type RingStatus, StatusRing } from '@/ui/display/status-ring';
import type { ConnectionTest, TestStep } from '@/worker/models/test-connection';
import { formatLesson } from './lesson-text';
import styles from './side-panel.module.css';

/** The results of a connection test, step by step. */
export function ConnectionSteps({ test: { list, call, tool, learned } }: { readonly test: ConnectionTest }) {
  const key = list.isListed ? 'Key accepted, model is there' : 'Key accepted, but the model is not in its list';
  const answer = call.streamed ? 'Answers, streams' : 'Answers, but with no text in so few tokens';
  return (
    <ul className={styles.steps}>
      <Step step={list} ring={list.isListed ? 'ok' : 'skipped'} words={key} what="The list of models" />
      <Step step={call} ring="ok" words={answer} what="A question" />
      {tool !== undefined && (
        <Step
          step={tool}
          ring={tool.isCalled ? 'ok' : 'skipped'}
          words={describeToolTest(tool)}
          what={tool.isCalled ? 'Its tool call, with the result' : 'A question with a tool'}
        />
      )}
      {learned.map((fact) => (
        <li key={fact.parameter}>
          <StatusRing status="skipped" size={14} label="Refused" />
          <span title={fact.said}>It {formatLesson(fact)} Learned.</span>
        </li>
      ))}
    </ul>
  );
}

function describeToolTest({ isCalled, hasThought, isCutOff }: NonNullable<ConnectionTest['tool']>): string {
  if (isCalled) return hasThought ? 'Calls a tool, takes its thinking back' : 'Calls a tool, takes its result';
  return isCutOff ? 'Called no tool in so few tokens' : 'Answers, but without calling the tool it was asked to';
}

interface StepProps {
  readonly step: TestStep;
  readonly ring: RingStatus;
  readonly words: ReactNode;
  readonly what: string;
}

function Step({ step: { failure, ms }, ring, words, what }: StepProps) {
  if (failure === undefined) {
    return (
      <li>
        <StatusRing status={ring} size={14} label={ring === 'ok' ? 'Done' : 'Not there'} />
        <span>{words}</span>
        <span className={styles.took}>{formatDuration(ms)}</span>
      </li>
    );
  }
  return (
    <li>
      <StatusRing status="failed" size={14} label="Failed" />
      <span>
        {what}: {failure.message} {failure.advice}
      </span>
      <span className={styles.took}>{formatDuration(ms)}</span>
    </li>
  );
}
