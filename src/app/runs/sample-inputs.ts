import { createKeptByWorkflow } from '@/state/kept-by-workflow';

/** Outputs that a person made up, by ids of tasks. */
type SampleInputs = Readonly<Record<string, string>>;

/** The most characters of a sample: it travels with its run. */
export const longestSample = 100_000;

const kept = createKeptByWorkflow('heddle.samples');

/** The samples that were given last in a workflow, on this machine. */
export function readSamples(workflowId: string): SampleInputs {
  return kept.read(workflowId) as SampleInputs;
}

/** Keeps samples beside those of other tasks. A browser that stores nothing asks again. */
export function keepSamples(workflowId: string, samples: SampleInputs): void {
  kept.write(workflowId, { ...readSamples(workflowId), ...samples });
}
