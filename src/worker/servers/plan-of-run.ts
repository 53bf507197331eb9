import { AppError } from '@/base/errors';
import { isNestedDeeper, maxNesting } from '@/base/json';
import type { Plan } from '@/plan/plan';
import { parsePlan } from '@/storage/plan-schema';
import { planAnswer } from './server-answers';
import type { ServerClient } from './server-client';

/** The plan of a run at a server. Errors: `NEWER_VERSION`, `PROVIDER_ERROR`. */
export async function planOfRun(client: ServerClient, executionId: string, signal: AbortSignal): Promise<Plan> {
  const plan = await client.json(`/runs/${executionId}/plan`, planAnswer, { signal });
  try {
    if (isNestedDeeper(plan, maxNesting * 2)) throw new Error('Too deep.');
    return parsePlan(plan);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('PROVIDER_ERROR', 'The plan of the run cannot be read here.', { cause: error });
  }
}
