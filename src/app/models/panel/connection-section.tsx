import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { formatCost } from '@/base/figures';
import { formatDay } from '@/base/format-day';
import { computeCost } from '@/plan/cost-at';
import type { Price } from '@/plan/model-facts';
import { notifyOutcome } from '@/ui/attempt';
import frame from '@/ui/display/panel.module.css';
import { Button } from '@/ui/form/button';
import type { KeyStatus } from '@/worker/border/engine-api';
import { type ConnectionTest, mostOfTest } from '@/worker/models/test-connection';
import { useApp } from '../../app-context';
import { useFacts } from '../forms/use-facts';
import type { ModelsContext } from '../models-context';
import { formatTimeOfDay } from '../table/model-figures';
import { ConnectionSteps } from './connection-steps';
import styles from './side-panel.module.css';

/** What has to be done before a test, by the status of the key. */
const needs: { readonly [K in KeyStatus]?: string } = {
  missing: 'Enter its key first',
  locked: 'Unlock its key first',
};

/** Tests whether a model answers, by calling it. The highest cost is shown before. */
export function ConnectionSection({ model, data, provider, change }: ModelsContext & { readonly model: string }) {
  const { models } = useApp();
  const [busy, setBusy] = useState(false);
  const price = useFacts(provider.id, model, data)?.price;
  const test = data.connections[provider.id]?.tests[model];
  const missing = needs[data.status[provider.id] ?? 'not_needed'];
  const runTest = async () => {
    setBusy(true);
    const failed = await change(() => models.test({ provider: provider.id, model }));
    setBusy(false);
    notifyOutcome(`test ${provider.id} ${model}`, 'The test could not be made.', failed);
  };
  return (
    <section className={frame.section} aria-label="Connection" aria-busy={busy}>
      <h3>
        Connection
        <span>
          {test === undefined ? 'not tried yet' : `tried ${formatDay(test.at, false)}, ${formatTimeOfDay(test.at)}`}
        </span>
      </h3>
      {test !== undefined && <ConnectionSteps test={test} />}
      <div className={styles.test}>
        <Button
          size="s"
          icon={<RefreshCw />}
          disabled={busy || missing !== undefined}
          title={formatHint(price)}
          onClick={() => void runTest()}
        >
          {busy ? 'Testing…' : test === undefined ? 'Test' : 'Test again'}
        </Button>
        <span role="status" className={styles.spent}>
          {missing ?? (test === undefined || busy ? formatHint(price) : formatSpent(test))}
        </span>
      </div>
    </section>
  );
}

/** The most that a test uses. */
function formatHint(price: Price | undefined): string {
  const { requests, inputTokens, outputTokens } = mostOfTest;
  const tokens = Math.ceil((inputTokens + outputTokens) / 1000) * 1000;
  const cost = price === undefined ? 'price not known' : formatCost(computeCost(price, mostOfTest));
  return `${requests} requests, at most ${tokens.toLocaleString('en')} tokens, ${cost}`;
}

function formatSpent({ requests, tokens, costUsd, call }: ConnectionTest): string {
  const asked = `${requests} requests`;
  if (call.failure !== undefined) return asked;
  if (tokens === undefined) return `${asked}, tokens not reported`;
  return `${asked}, ${(tokens.input + tokens.output).toLocaleString('en')} tokens, ${formatCost(costUsd)}`;
}
