import { decodeBase64, encodeBase64 } from '@/base/base64';
import { joinBytes } from '@/base/bytes';
import type { Json } from '@/base/json';
import type { ScriptExit, ScriptRequest, ScriptRunner } from '@/engine/ports/script-runner';
import type { RunMachines, SharedRun, SpreadEffect } from './run-machines';

/** What comes back of a script: how it ended, and what it printed, in base64. */
interface GivenExit {
  readonly exit: ScriptExit;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Scripts in sandboxes, which any machine runs: they reach nothing outside, so one whose machine fails is run again. A
 * script that calls tools runs here, where the tools are.
 */
export function createSpreadScripts(
  scripts: ScriptRunner,
  { id: executionId, labels = [] }: SharedRun,
  machines: Pick<RunMachines, 'perform'>,
  newId: () => string,
): ScriptRunner {
  return {
    ...scripts,
    run: async (request, sink, signal, callTool) => {
      if (callTool !== undefined) return scripts.run(request, sink, signal, callTool);
      const input = request as unknown as Json;
      const effect: SpreadEffect = { kind: 'script', executionId, labels, key: `${executionId}-${newId()}`, input };
      const given = (await machines.perform(effect, signal, () => false)) as unknown as GivenExit;
      for (const stream of ['stdout', 'stderr'] as const) {
        const bytes = decodeBase64(given[stream]);
        if (bytes !== undefined && bytes.length > 0) await sink(stream, bytes);
      }
      return given.exit;
    },
  };
}

/** Runs a script for the machine that runs its run. It prints no more than its request lets it. */
export async function performScript(
  { input }: SpreadEffect,
  scripts: ScriptRunner,
  signal: AbortSignal,
): Promise<Json> {
  const printed: Record<'stdout' | 'stderr', Uint8Array[]> = { stdout: [], stderr: [] };
  const takeOutput = async (stream: 'stdout' | 'stderr', bytes: Uint8Array) => {
    printed[stream].push(bytes.slice());
  };
  const exit = await scripts.run(input as unknown as ScriptRequest, takeOutput, signal);
  const [stdout, stderr] = [encodeBase64(joinBytes(printed.stdout)), encodeBase64(joinBytes(printed.stderr))];
  return { exit, stdout, stderr } satisfies GivenExit as unknown as Json;
}
