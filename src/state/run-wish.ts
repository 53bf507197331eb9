import type { RunTargets } from '@/plan/partial/run-targets';

/** How the open workflow is run. */
export interface RunWish {
  /** Nothing is taken from an earlier run. */
  readonly anew?: boolean;
  /** On the simulated model, without any effect outside. */
  readonly dry?: boolean;
  /** Although the shown run is running. */
  readonly beside?: boolean;
  /** Only a part of the workflow runs, with what the newest run gives it. */
  readonly targets?: RunTargets;
}
