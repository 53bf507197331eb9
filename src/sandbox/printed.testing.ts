import type { CallScriptTool, ScriptExit, ScriptRequest, ScriptRunner } from '@/engine/ports/script-runner';

/** What a script printed, as text, and how it ended; Heddle's own message comes at the end of its standard error. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly binary: boolean;
  readonly dropped?: ScriptExit['dropped'];
}

/** Runs a script with default values for what is not given, and collects its output. */
export async function printedBy(
  scripts: Pick<ScriptRunner, 'run'>,
  request: Partial<ScriptRequest> & Pick<ScriptRequest, 'language' | 'content'>,
  signal: AbortSignal = new AbortController().signal,
  callTool?: CallScriptTool,
): Promise<Printed> {
  const chunks: Record<'stdout' | 'stderr', Uint8Array[]> = { stdout: [], stderr: [] };
  const { said, ...exit } = await scripts.run(
    { stdin: '', env: {}, timeoutMs: 60_000, maxOutputBytes: 2 ** 27, ...request },
    async (stream, bytes) => void chunks[stream].push(bytes.slice()),
    signal,
    callTool,
  );
  const [stdout, stderr] = [decoded(chunks.stdout), decoded(chunks.stderr)];
  return { stdout: stdout.text, stderr: stderr.text + said, binary: stdout.binary || stderr.binary, ...exit };
}

function decoded(chunks: readonly Uint8Array[]): { readonly text: string; readonly binary: boolean } {
  const bytes = Buffer.concat(chunks);
  const text = new TextDecoder().decode(bytes);
  return { text, binary: !Buffer.from(text).equals(bytes) };
}
