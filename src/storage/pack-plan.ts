import { computeOnce } from '@/base/compute-once';
import { AppError } from '@/base/errors';
import { decodeJson, encodeJson } from '@/base/json-text';
import type { Plan } from '@/plan/plan';
import { gzipText } from './gzip';
import { parsePlan } from './plan-schema';
import { createDamagedRecordError } from './records';

/** A plan as it is stored: its JSON as gzip. It is made once for a plan, also ahead of the run that stores it. */
export const packPlan = computeOnce((plan: Plan) => gzipText(encodeJson(plan)));

/** Plans by their texts. Plans that differ, as of a dry run and a real one, may have the same hash. */
export type PlansByText = Map<string, Plan>;

/**
 * The plan of a run from its stored text. Plans that are written alike are one object, in memory and on the way to a
 * page. Errors: `DAMAGED_RECORD`, `NEWER_VERSION`.
 */
export function parseStoredPlan(id: string, text: string | undefined, byText: PlansByText): Plan {
  const what = `the plan of run ${id}`;
  if (text === undefined) throw createDamagedRecordError(what, undefined);
  try {
    const plan = byText.get(text) ?? parsePlan(decodeJson(text));
    byText.set(text, plan);
    return plan;
  } catch (error) {
    throw error instanceof AppError ? error : createDamagedRecordError(what, error);
  }
}
