import RefreshCw from 'lucide-react/icons/refresh-cw';
import { type ReactNode, useState } from 'react';
import { formatCost, formatDuration } from '@/base/figures';
import { Button } from '@/ui/button';
import { type RingStatus, StatusRing } from '@/ui/status-ring';
import { notify } from '@/ui/toast';
import type { ConnectionTest, TestStep } from '@/worker/test-connection';
import { useApp } from '../app-context';
import { lessonText } from './lesson-text';
import { clockText, dayText } from './model-figures';
import type { ModelsContext } from './models-context';
import styles from './side-panel.module.css';

/** Whether a model answers, found out by asking it; what that costs is said before. */
export function ConnectionSection({ model, data, provider, change }: ModelsContext & { readonly model: string }) {
  const { models } = useApp();
  const [busy, setBusy] = useState(false);
  const test = data.connections[provider.id]?.tests[model];
  const run = async () => {
    setBusy(true);
    const failed = await change(() => models.test({ provider: provider.id, model }));
    setBusy(false);
    if (failed !== undefined) notify({ tone: 'error', title: 'The test could not be made.', detail: failed });
  };
  return (
    <section className={styles.section} aria-label="Connection" aria-busy={busy}>
      <h3>
        Connection
        <span>{test === undefined ? 'not tried yet' : `tried ${dayText(test.at, false)}, ${clockText(test.at)}`}</span>
      </h3>
      {test !== undefined && <Steps test={test} />}
      <div className={styles.test}>
        <Button size="s" icon={<RefreshCw />} disabled={busy} onClick={() => void run()}>
          {busy ? 'Testing…' : test === undefined ? 'Test' : 'Test again'}
        </Button>
        <span role="status" className={styles.spent}>
          {test === undefined || busy ? 'Asks twice, under 100 tokens' : spentText(test)}
        </span>
      </div>
    </section>
  );
}

function Steps({ test: { list, call, learned } }: { readonly test: ConnectionTest }) {
  const key = list.isListed ? 'Key accepted, model is there' : 'Key accepted, but the model is not in its list';
  const answer = call.streamed ? 'Answers, streams' : 'Answers, but with no text in so few tokens';
  return (
    <ul className={styles.steps}>
      <Step step={list} ring={list.isListed ? 'ok' : 'skipped'} words={key} what="The list of models" />
      <Step step={call} ring="ok" words={answer} what="A question" />
      {learned.map((fact) => (
        <li key={fact.parameter}>
          <StatusRing status="skipped" size={14} label="Refused" />
          <span title={fact.said}>It {lessonText(fact)} Learned.</span>
        </li>
      ))}
    </ul>
  );
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

function spentText({ requests, tokens, costUsd, call }: ConnectionTest): string {
  const asked = `${requests} requests`;
  if (call.failure !== undefined) return asked;
  if (tokens === undefined) return `${asked}, tokens not reported`;
  return `${asked}, ${tokens.input + tokens.output} tokens, ${formatCost(costUsd)}`;
}
