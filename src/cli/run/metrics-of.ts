import { defined } from '@/base/defined';
import { formatAgo, formatCost, formatTokens } from '@/base/figures';
import type { JsonObject } from '@/base/json';
import { formatCacheWords } from '@/run/projections/cache-words';
import { formatMakerCalls } from '@/run/projections/maker-words';
import { listModelCalls } from '@/run/projections/model-calls';
import type { CallRecord, RunState, RunTotals } from '@/run/run-state';
import { formatInstanceName } from '../progress/event-line';

type Measured = Pick<RunState, 'context' | 'calls' | 'totals' | 'byModel' | 'byTask'>;

/** The call with the fullest context window. */
interface Peak {
  /** Journal path of the call. */
  readonly path: string;
  readonly sent: number;
  /** Context window of its model, in tokens. */
  readonly size: number;
}

/** Figures about the outputs and contexts of a run for a person, in lines: those of seed 000, and some more. */
export function formatMetricsLines({ context, calls, totals, byModel }: Measured): readonly string[] {
  const { metrics } = context;
  const { outputTokens, reasoningTokens = 0 } = totals;
  const cached = formatCacheWords(totals);
  const ofMakers = formatMakerCalls(totals);
  const { lastPrunedAt } = metrics;
  const peak = findPeak(calls);
  const lines: readonly (readonly [string, string])[] = [
    ['Total bytes', String(metrics.totalBytes)],
    ['Task outputs', String(metrics.taskCount)],
    ['Truncated', String(metrics.truncatedCount)],
    ['Stored as files', String(metrics.externalCount)],
    ['Avg relevance', metrics.avgRelevance === null ? 'nothing was included' : metrics.avgRelevance.toFixed(2)],
    ['Pruned', `${metrics.prunedCount}${lastPrunedAt === undefined ? '' : `, last ${formatAgo(lastPrunedAt)}`}`],
    ['Compactions', String(metrics.compactions)],
    [
      'Window use',
      peak === undefined
        ? 'not known'
        : `at most ${formatShare(peak)} of ${peak.size} tokens, in ${formatInstanceName(peak.path)}`,
    ],
    ...(reasoningTokens === 0 ? [] : [['Thinking', `${reasoningTokens} of ${outputTokens} output tokens`] as const]),
    ...(cached === undefined ? [] : [['Prompt cache', cached] as const]),
    ...[...byModel].map(([model, used]) => [model, formatUsed(used)] as const),
    ...(ofMakers === undefined ? [] : [['Tools of the provider', ofMakers] as const]),
  ];
  return ['Context Metrics:', ...lines.map(([name, value]) => `  ${name}: ${value}`)];
}

/** The same for another program: unknown values are null. */
export function formatMetricsJson({ context, calls, totals, byModel, byTask }: Measured): JsonObject {
  const { reasoningTokens, cachedTokens, cacheWriteTokens, cacheSavedUsd, makerCalls } = totals;
  const peak = findPeak(calls);
  return {
    ...context.metrics,
    peak: peak === undefined ? null : { ...peak },
    byModel: Object.fromEntries([...byModel].map(([model, used]) => [model, { ...used }])),
    byTask: Object.fromEntries([...byTask].map(([task, used]) => [task, { ...used }])),
    ...defined({ reasoningTokens, cachedTokens, cacheWriteTokens, cacheSavedUsd, makerCalls }),
  };
}

/** `4 calls, 5.1k tok, $0.01` */
function formatUsed({ calls, inputTokens, outputTokens, costUsd, unpricedCalls }: RunTotals): string {
  const cost = formatCost(unpricedCalls === calls ? null : costUsd);
  return `${calls} ${calls === 1 ? 'call' : 'calls'}, ${formatTokens(inputTokens + outputTokens)}, ${cost}`;
}

function findPeak(calls: RunState['calls']): Peak | undefined {
  let most: Peak | undefined;
  for (const { call } of listModelCalls({ calls })) {
    const peak = readWindowUse(call);
    if (peak !== undefined && (most === undefined || peak.sent / peak.size > most.sent / most.size)) most = peak;
  }
  return most;
}

function readWindowUse({ path, window }: CallRecord): Peak | undefined {
  if (window === undefined || window.size === null || window.size === 0) return undefined;
  return { path, sent: window.sent, size: window.size };
}

function formatShare({ sent, size }: Peak): string {
  return `${((sent / size) * 100).toFixed(1)} %`;
}
