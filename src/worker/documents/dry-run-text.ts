import { err, ok, type Result } from '@/base/result';
import { readYaml } from '@/formats/yaml/read-yaml';
import { type DryRunCounts, runDryInMemory } from '@/host/dry-run/run-dry-in-memory';
import { estimateRealRun, type RealRun } from '@/plan/estimate/real-run';
import type { Checked, PlanningWorld } from '@/plan/make-plan';
import { createSimulatedWorld } from '@/providers/simulated/simulated-world';
import { loadTokenCounter } from '@/providers/token-counter';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { Diagnostic } from '@/workflow/diagnostic';
import { validateDocument } from '@/workflow/validate/validate';
import { systemClock } from '../system-clock';
import { letWorkerAnswer } from './let-worker-answer';

/** What a run of a text would take; or why it cannot be planned. Between the steps the worker does other things. */
export async function estimateText(
  checked: Checked,
  world: Omit<PlanningWorld, 'files'>,
  signal: AbortSignal,
): Promise<Result<RealRun, string>> {
  const pause = () => letWorkerAnswer(signal, 'The plan');
  return estimateRealRun(checked, world, loadTokenCounter, { onStep: () => {}, pause });
}

/** Runs a text dry, in the memory of this worker alone; or why it cannot be read. */
export async function runTextDry(
  text: string,
  signal: AbortSignal,
): Promise<Result<DryRunCounts, readonly Diagnostic[]>> {
  const { document, diagnostics } = readYaml(text);
  if (document === undefined) return err(diagnostics);
  const found = [...diagnostics, ...validateDocument(document, [])];
  const world = { ...createSimulatedWorld(systemClock), journal: createRunJournal() };
  return ok(await runDryInMemory({ document, diagnostics: found }, world, { signal }));
}
