import type { PlannedPipeline } from '@/plan/plan';
import type { Attempt } from '../attempt';
import type { PipelineWorker } from './pipeline-worker';

/** A running pipeline with its worker. */
export interface Pipeline {
  readonly task: PlannedPipeline;
  readonly attempt: Attempt;
  readonly worker: PipelineWorker;
}
