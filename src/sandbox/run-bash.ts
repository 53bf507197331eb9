import { Bash, type CommandName, getCommandNames } from 'just-bash/browser';
import { handOver, printedBytes, printedText } from './hand-over';
import type { RunSandboxed } from './serve-script';

const mebibyte = 2 ** 20;
/** Most bytes of both streams together, which the interpreter keeps in memory several times over. */
const maxOutputSize = 64 * mebibyte;

/** The interpreter stops by itself only where nobody ends its worker, who knows better what to say. Milliseconds. */
const grace = 5000;

/**
 * Commands that need zlib, which browsers do not have in this form; without them a script reads “command not found”.
 */
const withoutZlib = getCommandNames().filter((name): name is CommandName => !['gzip', 'gunzip', 'zcat'].includes(name));

/**
 * Runs a bash script in an interpreter (just-bash) with files in memory, no network, and nothing of this machine. It
 * has the usual text tools, jq among them, but no yq, tar, gzip, python, node. Every run has an interpreter of its own.
 * It can only be stopped between commands: who calls it ends its worker when the time is up. What it prints is one text
 * until it ends, so that a script that prints too much for that is stopped.
 */
export const runBash: RunSandboxed = async ({ content, stdin, env, timeoutMs }, sink) => {
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
      maxOutputSize,
      maxLiveBytes: 256 * mebibyte,
      maxFileSystemBytes: 256 * mebibyte,
    },
  });
  const { stdout, stderr, exitCode } = await bash.exec(content, { stdin, rawScript: true });
  await handOver('stdout', isBytes(stdout) ? printedBytes(stdout) : printedText(stdout), sink);
  const errors = stderr.replace(tooMuch, '');
  await handOver('stderr', printedText(errors), sink);
  const said =
    errors === stderr ? '' : `The script printed more than ${maxOutputSize / mebibyte} MiB and was stopped.\n`;
  return { exitCode, said };
};

/** How the interpreter says that its limit was reached. */
const tooMuch = /^bash: .*total output size exceeded .*\n?/m;

/** Characters that stand in no text, but come up quickly where bytes are taken as characters. */
const marksOfBytes = /[\0\x80-\x9f]/;

/**
 * The interpreter hands over text; output that is not UTF-8 comes with each byte as one character. Such output is told
 * by control characters. A few stray bytes without any stay Latin-1 letters.
 */
function isBytes(output: string): boolean {
  return marksOfBytes.test(output) && !/[^\0-\xff]/.test(output);
}
