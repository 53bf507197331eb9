import type { Diagnostic } from '@/workflow/diagnostic';
import type { PlanEstimate } from './estimate/estimate';
import type { Plan } from './plan';

/** A plan and its estimate, or the problems that prevent it. `notes` are worth reading before the run. */
export type Planned =
  | { readonly ok: true; readonly plan: Plan; readonly estimate: PlanEstimate; readonly notes: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
