import type { ScriptRequest, ScriptRunner } from '../ports';

/** What a script printed, and how it ended. */
export interface ScriptResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** Whether bytes that are not UTF-8 were replaced. */
  readonly binary: boolean;
}

/** Runs a script and gathers what it prints. */
export async function runCaptured(
  scripts: ScriptRunner,
  request: ScriptRequest,
  signal: AbortSignal,
): Promise<ScriptResult> {
  const chunks: Record<'stdout' | 'stderr', Uint8Array[]> = { stdout: [], stderr: [] };
  const sink = async (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void chunks[stream].push(bytes);
  const { exitCode, said } = await scripts.run(request, sink, signal);
  const [stdout, stderr] = [decoded(chunks.stdout), decoded(chunks.stderr)];
  return { stdout: stdout.text, stderr: stderr.text + said, exitCode, binary: stdout.binary || stderr.binary };
}

function decoded(chunks: readonly Uint8Array[]): { readonly text: string; readonly binary: boolean } {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.length;
  }
  const text = new TextDecoder().decode(bytes);
  return { text, binary: text.includes('\ufffd') };
}
