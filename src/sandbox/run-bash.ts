import { Bash, type CommandName, getCommandNames } from 'just-bash/browser';
import type { ScriptRequest } from '@/engine/ports';
import type { ScriptResult } from './worker-messages';

const mebibyte = 2 ** 20;

/** The interpreter stops by itself only where nobody ends its worker, who knows better what to say. Milliseconds. */
const grace = 5000;

/**
 * Commands that need zlib, which browsers do not have in this form; without them a script reads “command not found”.
 */
const withoutZlib = getCommandNames().filter((name): name is CommandName => !['gzip', 'gunzip', 'zcat'].includes(name));

/**
 * Runs a bash script in an interpreter (just-bash) with files in memory, no network, and nothing of this machine. It
 * has the usual text tools, jq among them, but no yq, tar, gzip, python, node. Every run has an interpreter of its
 * own. It can only be stopped between commands: who calls it ends its worker when the time is up.
 */
export async function runBash({ content, stdin, env, timeoutMs }: ScriptRequest): Promise<ScriptResult> {
  const bash = new Bash({
    env: { ...env },
    commands: withoutZlib,
    executionLimits: {
      // Work is bounded by time. The default bounds are for quick answers to chat and stop a loop over a large file.
      maxCommandCount: 1e9,
      maxLoopIterations: 1e9,
      maxAwkIterations: 1e9,
      maxSedIterations: 1e9,
      maxJqIterations: 1e9,
      maxWorkUnits: 1e12,
      maxExecutionTimeMs: timeoutMs + grace,
      maxOutputSize: 64 * mebibyte,
      maxLiveBytes: 256 * mebibyte,
      maxFileSystemBytes: 256 * mebibyte,
    },
  });
  const { stdout, stderr, exitCode } = await bash.exec(content, { stdin, rawScript: true });
  return { ...decodeLossily(stdout), stderr, exitCode };
}

/** Characters that stand in no text, but come up quickly where bytes are taken as characters. */
const marksOfBytes = /[\0\x80-\x9f]/;

/**
 * The interpreter hands over text; output that is not UTF-8 comes with each byte as one character. Such output is told
 * by control characters, and decoded as a terminal would, with replacement characters. A few stray bytes without any
 * stay Latin-1 letters.
 */
function decodeLossily(output: string): { readonly stdout: string; readonly binary: boolean } {
  if (!marksOfBytes.test(output)) return { stdout: output, binary: false };
  const codes = Array.from(output, (character) => character.charCodeAt(0));
  const stdout = codes.every((code) => code < 256) ? new TextDecoder().decode(Uint8Array.from(codes)) : output;
  return { stdout, binary: true };
}
