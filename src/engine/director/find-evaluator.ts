import { AppError } from '@/base/errors';
import { hashValue } from '@/base/hash';
import { isJsonObject } from '@/base/json';
import type { PlannedDefinition } from '@/plan/plan';
import { appendStep, type JournalPath } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import { matchTemplates } from '../matching/match-templates';
import { findWorkflowMatcher } from '../matching/workflow-matcher';
import type { EvaluationRequest } from '../task-end';

/** A definition in the library, with its name. */
export interface FoundTemplate {
  readonly name: string;
  readonly definition: PlannedDefinition;
}

/** The built-in definition that judges by any criteria. */
const general = 'evaluator';

/**
 * Finds the library template that fits the criteria of a request best. Candidates are the document's own definitions
 * and the built-in `evaluator`, which takes any criteria and is used if nothing fits better. The choice is recorded
 * with up to five candidates and their scores. Error: `TASK_FAILURE`, reason `no_evaluator`.
 */
export async function findEvaluator(
  { criteria }: EvaluationRequest,
  path: JournalPath,
  attempt: Attempt,
): Promise<FoundTemplate> {
  const { plan, journal } = attempt.run;
  const own = plan.settings.library ?? {};
  const library = Object.fromEntries(
    Object.entries(plan.library).filter(([name]) => name === general || Object.hasOwn(own, name)),
  );
  const step = {
    kind: 'effect.recorded',
    key: appendStep(path, 'choice', 'evaluator'),
    inputHash: hashValue(criteria),
  } as const;
  const { data } = await journal.step(step, async () => {
    const key = appendStep(path, 'match', 1);
    const ranked = await matchTemplates({ request: criteria, library, key, model: findWorkflowMatcher(plan) }, attempt);
    const chosen = ranked[0]?.id ?? (Object.hasOwn(library, general) ? general : null);
    const candidates = ranked.map(({ id, score }) => ({ name: id, score }));
    return { text: chosen ?? '', data: { effect: 'choice', value: { template: chosen, candidates } } };
  });
  const name = isJsonObject(data.value) ? String(data.value['template']) : '';
  const definition = library[name];
  if (definition !== undefined) return { name, definition };
  throw new AppError(
    'TASK_FAILURE',
    `No template of the library fits the evaluation of “${[criteria].flat().join(', ')}”.`,
    {
      advice: 'Give the loop an evaluator, or the library a definition with such criteria.',
      details: { reason: 'no_evaluator', criteria: [...[criteria].flat()] },
    },
  );
}
