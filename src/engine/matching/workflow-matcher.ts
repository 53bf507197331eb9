import type { Plan, PlannedCall } from '@/plan/plan';
import { resolveMatcher } from '@/plan/resolve/resolve-matcher';

/** The model that matches for a workflow: that of its agent `matcher`; undefined: local ranking. */
export function findWorkflowMatcher({ settings, providers, variables }: Plan): PlannedCall | undefined {
  return resolveMatcher({}, { settings, known: providers, variables });
}
