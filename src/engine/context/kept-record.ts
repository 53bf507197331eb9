import type { Json } from '@/base/json';
import { formatIsoTime } from '@/run/iso-time';
import type { KeptField } from '@/workflow/expressions/environment';
import { scanExpression } from '@/workflow/expressions/scan-expression';
import type { ScopeOutput } from './scope-output';

/** An output that `keep` judges, with what takes a search to know. */
export interface PrunableOutput {
  readonly output: ScopeOutput;
  /** Ids of the tasks that depend directly on it. */
  readonly dependents: () => readonly string[];
  /** The highest relevance, from 0 to 1, for a task that has not ended. */
  readonly relevance: () => number;
  /** When it was last put into a prompt or read by a template, else when it was produced: ms since 1970. */
  readonly accessedAt: number;
}

/** What the expression `keep` sees of an output. What takes a search is there only if the expression names it. */
export function buildKeptRecord(kept: PrunableOutput, keep: string): Readonly<Record<KeptField, Json>> {
  const { output, dependents, relevance, accessedAt } = kept;
  const { whole: _whole, ...record } = output.record;
  const { capture } = output;
  const named = new Set(scanExpression(keep).map(({ text }) => text));
  return {
    ...record,
    task_id: output.id,
    output_type: output.type,
    original_size: capture?.bytes ?? output.bytes,
    truncated: output.truncated,
    strategy: capture?.strategy ?? null,
    file_path: capture?.stored?.path ?? null,
    relevance_score: named.has('relevance_score') ? relevance() : 0,
    last_accessed: formatIsoTime(accessedAt),
    depended_by: named.has('depended_by') ? dependents() : [],
  };
}
