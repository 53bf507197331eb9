import { Bash, type CommandName, defineCommand, getCommandNames } from 'just-bash/browser';
import { xargs, yes } from './bash-commands';
import { openExitTrap } from './exit-trap';
import { convertPrintedBytes, encodePrintedText, passOutput } from './hand-over';
import type { RunSandboxed } from './serve-script';
import { callByCommand } from './tool-command';

const mebibyte = 2 ** 20;
/** The most bytes of both streams together, which the interpreter keeps in memory several times over. */
const maxOutputSize = 64 * mebibyte;

/**
 * The interpreter stops by itself only if nobody ends its worker before, which gives a better message. Milliseconds.
 */
const grace = 5000;

/** Commands that need zlib, which browsers lack in this form, are left out: a script then gets “command not found”. */
const withoutZlib = getCommandNames().filter((name): name is CommandName => !['gzip', 'gunzip', 'zcat'].includes(name));

/**
 * Runs a bash script in an interpreter (just-bash) with files in memory, no network, and no access to this machine. It
 * has the usual text tools, including jq, but not yq, tar, gzip, python or node. Every run has its own interpreter. It
 * can only be stopped between commands: the caller ends its worker when the time is up. The output is kept as one text
 * until the end, so a script that prints too much is stopped.
 */
export const runBash: RunSandboxed = async ({ content, stdin, env, timeoutMs, tools = [] }, sink, callTool) => {
  const trap = openExitTrap();
  const tool = defineCommand('tool', (args, { stdin }) =>
    callByCommand(tools, args, decodeStdin(String(stdin)), callTool),
  );
  const bash = new Bash({
    env: { ...env },
    commands: withoutZlib,
    customCommands: [trap.command, yes, xargs, tool],
    executionLimits: {
      // Time limits the work. The default limits are meant for quick chat answers, and would stop a loop over a large
      // file.
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
  const main = await bash.exec(content, { stdin, rawScript: true });
  const parts = [main, ...(await trap.runAfter(main, bash, content))];
  let isTooMuch = false;
  for (const { stdout, stderr } of parts) {
    await passOutput('stdout', isBytes(stdout) ? convertPrintedBytes(stdout) : encodePrintedText(stdout), sink);
    const errors = stderr.replace(tooMuch, '');
    isTooMuch ||= errors !== stderr;
    await passOutput('stderr', encodePrintedText(errors), sink);
  }
  const said = isTooMuch ? `The script printed more than ${maxOutputSize / mebibyte} MiB and was stopped.\n` : '';
  return { exitCode: parts.at(-1)?.exitCode ?? main.exitCode, said };
};

/** Standard input of a command as text: the interpreter passes it as text or with one character for each byte. */
function decodeStdin(stdin: string): string {
  if (/[^\0-\xff]/.test(stdin)) return stdin;
  return new TextDecoder().decode(Uint8Array.from(stdin, (character) => character.charCodeAt(0)));
}

/** The message with which the interpreter reports that its output limit was reached. */
const tooMuch = /^bash: .*total output size exceeded .*\n?/m;

/** Characters that do not occur in text, but soon do if bytes are read as characters. */
const marksOfBytes = /[\0\x80-\x9f]/;

/**
 * Whether output is binary. The interpreter returns text; output that is not UTF-8 has one character for each byte, and
 * is recognised by control characters. A few stray bytes without control characters remain Latin-1 letters.
 */
function isBytes(output: string): boolean {
  return marksOfBytes.test(output) && !/[^\0-\xff]/.test(output);
}
