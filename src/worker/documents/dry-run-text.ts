import { err, ok, type Result } from '@/base/result';
import { readYaml } from '@/formats/yaml/read-yaml';
import { type DryRunCounts, runDryInMemory } from '@/host/dry-run/run-dry-in-memory';
import { createSimulatedWorld } from '@/providers/simulated/simulated-world';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { Diagnostic } from '@/workflow/diagnostic';
import { validateDocument } from '@/workflow/validate/validate';
import { systemClock } from '../system-clock';

/** Runs a text dry, in the memory of this worker alone; or why it cannot be read. */
export async function runTextDry(
  text: string,
  signal: AbortSignal,
): Promise<Result<DryRunCounts, readonly Diagnostic[]>> {
  const { document, diagnostics } = readYaml(text);
  if (document === undefined) return err(diagnostics);
  const found = [...diagnostics, ...validateDocument(document, [])];
  const world = { ...createSimulatedWorld(systemClock), journal: createRunJournal() };
  return ok(await runDryInMemory({ document, diagnostics: found }, world, signal));
}
