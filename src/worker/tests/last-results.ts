import { z } from 'zod';
import { closeCase, type OpenCase } from '@/cases/open-case';
import type { SettingsStore } from '@/storage/stores';
import type { LastVerdict } from '../border/tests-api';

/** So many cases of a workflow are kept, the last that were run. */
export const mostLastResults = 2_000;

const nameRecord = (workflowId: string): string => `last results of ${workflowId}`;

const recordSchema = z.looseObject({ version: z.literal(1), cases: z.array(z.unknown()).max(mostLastResults) });

const resultSchema = z.looseObject({
  id: z.string(),
  verdict: z.enum(['passed', 'failed', 'flaky', 'held', 'error']),
  // The last ms that a date can be.
  at: z.number().min(0).max(8.64e15),
  asked: z.number().int().min(0),
  costUsd: z.number().min(0).nullable(),
});

/** What each case said the last time, the longest ago first. What is damaged is left out. */
export async function readLastResults(
  settings: SettingsStore,
  workflowId: string,
): Promise<ReadonlyMap<string, LastVerdict>> {
  const cases = recordSchema.safeParse(await settings.get(nameRecord(workflowId))).data?.cases ?? [];
  return new Map(
    cases.flatMap((one) => {
      const { id, verdict, at, asked, costUsd } = resultSchema.safeParse(one).data ?? {};
      if (id === undefined || verdict === undefined || at === undefined) return [];
      return [[id, { verdict, at, asked: asked ?? 0, costUsd: costUsd ?? null }] as const];
    }),
  );
}

/**
 * Keeps what cases said. A case that lacks an answer was only looked at, and what is kept says nothing new by saying
 * the same again: then what it said before stays, with its time.
 */
export async function keepLastResults(
  settings: SettingsStore,
  workflowId: string,
  open: readonly OpenCase[],
  now: number,
): Promise<void> {
  const results = new Map(await readLastResults(settings, workflowId));
  let isNew = false;
  for (const { found, verdict, samples } of open.map(closeCase)) {
    const asked = samples.reduce((sum, sample) => sum + sample.asked, 0);
    const isLacking = samples.some(({ mayAsk, run }) => mayAsk && run === undefined);
    if (verdict === 'not run') continue;
    if (asked === 0 && (isLacking || results.get(found.id)?.verdict === verdict)) continue;
    const isPriced = samples.every(({ costUsd }) => costUsd !== null);
    const costUsd = isPriced ? samples.reduce((sum, one) => sum + (one.costUsd ?? 0), 0) : null;
    results.delete(found.id);
    results.set(found.id, { verdict, at: now, asked, costUsd });
    isNew = true;
  }
  if (!isNew) return;
  const cases = [...results].slice(-mostLastResults).map(([id, result]) => ({ id, ...result }));
  await settings.put(nameRecord(workflowId), { version: 1, cases });
}

/** Forgets what the cases of a workflow said. */
export const removeLastResults = (settings: SettingsStore, workflowId: string): Promise<void> =>
  settings.remove(nameRecord(workflowId));
