import { type QuickJSContext, type QuickJSHandle, type QuickJSWASMModule, Scope } from 'quickjs-emscripten-core';
import type { ScriptExit, ScriptRequest, ScriptSink } from '@/engine/ports/script-runner';
import { handOver } from './hand-over';
import { javascriptPrelude } from './javascript-prelude';
import { javascriptTimers } from './javascript-timers';
import { KeptOutput } from './kept-output';

const memoryBytes = 128 * 2 ** 20;
/** A larger stack would overflow that of WebAssembly itself before QuickJS can report it. */
const stackBytes = 256 * 2 ** 10;

/**
 * Runs JavaScript in its own engine (QuickJS in WebAssembly), without network or modules. The script is the body of
 * an async function:
 *
 * - `stdin` (text), `input` (stdin parsed as JSON, undefined if it is not JSON), `env` (object of texts);
 * - `console.log` writes to stdout, `console.error` to stderr;
 * - its return value is written to stdout: text as it is, other values as JSON, nothing for `undefined`;
 * - an error that it throws is written to stderr with its stack, and the exit code is 1.
 *
 * It runs until it has ended and no timer is left: the caller ends its worker when the time is up. It cannot wait for
 * the sink, so it keeps the output, up to `maxOutputBytes` of each stream.
 */
export async function runJavaScript(
  quickjs: QuickJSWASMModule,
  request: ScriptRequest,
  sink: ScriptSink,
): Promise<ScriptExit> {
  const stdout = new KeptOutput(request.maxOutputBytes);
  const stderr = new KeptOutput(request.maxOutputBytes);
  const exit = await run(quickjs, request, (stream, text) => (stream === 'stdout' ? stdout : stderr).write(text));
  const [printed, errors] = [stdout.end(), stderr.end()];
  const dropped = { stdout: printed.dropped, stderr: errors.dropped };
  await handOver('stdout', printed.chunks, sink);
  await handOver('stderr', errors.chunks, sink);
  return { ...exit, ...(dropped.stdout + dropped.stderr > 0 ? { dropped } : {}) };
}

async function run(quickjs: QuickJSWASMModule, request: ScriptRequest, emit: Emit): Promise<ScriptExit> {
  try {
    const exitCode = await Scope.withScopeAsync(async (scope) => {
      const runtime = scope.manage(
        quickjs.newRuntime({ memoryLimitBytes: memoryBytes, maxStackSizeBytes: stackBytes }),
      );
      return evaluate(scope.manage(runtime.newContext()), scope, request, emit);
    });
    return { exitCode, said: '' };
  } catch (error) {
    // The engine itself failed, usually for lack of memory. The worker is discarded after the run.
    return { exitCode: 1, said: `The script crashed: ${String(error)}\n` };
  }
}

type Emit = (stream: 'stdout' | 'stderr', text: string) => void;

async function evaluate(
  context: QuickJSContext,
  scope: Scope,
  { content, stdin, env }: ScriptRequest,
  emit: Emit,
): Promise<number> {
  const own = (handle: QuickJSHandle) => scope.manage(handle);
  const emitHandle = own(
    context.newFunction('emit', (stream, text) => {
      emit(context.getString(stream) === 'stdout' ? 'stdout' : 'stderr', context.getString(text));
    }),
  );
  const setUp = own(context.unwrapResult(context.evalCode(javascriptPrelude, 'prelude.js')));
  const requestHandle = own(context.newString(JSON.stringify({ stdin, env })));
  const timers = openTimers(context, scope);
  const printers = own(context.unwrapResult(context.callFunction(setUp, context.undefined, emitHandle, requestHandle)));
  const print = (how: 'returned' | 'thrown', value: QuickJSHandle) =>
    context.unwrapResult(context.callFunction(own(context.getProp(printers, how)), context.undefined, value)).dispose();
  const fail = (error: QuickJSHandle) => {
    print('thrown', error);
    return 1;
  };

  // On the same line as the opening, so that line numbers in errors match the script.
  const started = context.evalCode(`(async () => {${content}\n})()`, 'script.js');
  if (started.error) return fail(own(started.error));
  const promise = own(started.value);
  let isPrinted = false;
  for (;;) {
    const jobs = context.runtime.executePendingJobs();
    if (jobs.error) return fail(own(jobs.error));
    const state = context.getPromiseState(promise);
    if (state.type === 'rejected') return fail(own(state.error));
    if (state.type === 'fulfilled' && !isPrinted) {
      print('returned', own(state.value));
      isPrinted = true;
    }
    const wait = timers.wait();
    if (wait < 0) break;
    await new Promise((resolve) => setTimeout(resolve, wait));
    const thrown = timers.run();
    if (thrown !== undefined) return fail(thrown);
  }
  if (isPrinted) return 0;
  emit('stderr', 'The script waits for a promise that nothing will settle.\n');
  return 1;
}

/** The timers of a script: how long until the next one, in ms, -1 if there is none; and one run, with what it threw. */
function openTimers(context: QuickJSContext, scope: Scope) {
  const own = (handle: QuickJSHandle) => scope.manage(handle);
  const setUp = own(context.unwrapResult(context.evalCode(javascriptTimers, 'prelude.js')));
  const timers = own(context.unwrapResult(context.callFunction(setUp, context.undefined)));
  const [wait, run] = [own(context.getProp(timers, 'wait')), own(context.getProp(timers, 'run'))];
  return {
    wait: () => context.unwrapResult(context.callFunction(wait, context.undefined)).consume(context.getNumber),
    run: () => {
      const result = context.callFunction(run, context.undefined);
      if (result.error) return own(result.error);
      result.value.dispose();
      return undefined;
    },
  };
}
