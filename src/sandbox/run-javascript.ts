import { type QuickJSContext, type QuickJSHandle, type QuickJSWASMModule, Scope } from 'quickjs-emscripten-core';
import type { CallScriptTool, ScriptExit, ScriptRequest, ScriptSink } from '@/engine/ports/script-runner';
import { passOutput } from './hand-over';
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
 * - `tools.NAME(arguments)` calls one of its tools, see `javascript-prelude.ts`;
 * - an error that it throws is written to stderr with its stack, and the exit code is 1.
 *
 * It runs until it has ended and no timer or call is left: the caller ends its worker when the time is up. It cannot
 * wait for the sink, so it keeps the output, up to `maxOutputBytes` of each stream.
 */
export async function runJavaScript(
  quickjs: QuickJSWASMModule,
  request: ScriptRequest,
  sink: ScriptSink,
  callTool: CallScriptTool = refuseCall,
): Promise<ScriptExit> {
  const stdout = new KeptOutput(request.maxOutputBytes);
  const stderr = new KeptOutput(request.maxOutputBytes);
  const emit: Emit = (stream, text) => (stream === 'stdout' ? stdout : stderr).write(text);
  const exit = await runScript(quickjs, request, emit, callTool);
  const [printed, errors] = [stdout.end(), stderr.end()];
  const dropped = { stdout: printed.dropped, stderr: errors.dropped };
  await passOutput('stdout', printed.chunks, sink);
  await passOutput('stderr', errors.chunks, sink);
  return { ...exit, ...(dropped.stdout + dropped.stderr > 0 ? { dropped } : {}) };
}

/** A script that was given no tools has nothing to call. */
const refuseCall: CallScriptTool = () => new Promise(() => {});

async function runScript(
  quickjs: QuickJSWASMModule,
  request: ScriptRequest,
  emit: Emit,
  callTool: CallScriptTool,
): Promise<ScriptExit> {
  try {
    const exitCode = await Scope.withScopeAsync(async (scope) => {
      const runtime = scope.manage(
        quickjs.newRuntime({ memoryLimitBytes: memoryBytes, maxStackSizeBytes: stackBytes }),
      );
      return evaluateScript(scope.manage(runtime.newContext()), scope, request, emit, callTool);
    });
    return { exitCode, said: '' };
  } catch (error) {
    // The engine itself failed, usually for lack of memory. The worker is discarded after the run.
    return { exitCode: 1, said: `The script crashed: ${String(error)}\n` };
  }
}

type Emit = (stream: 'stdout' | 'stderr', text: string) => void;

async function evaluateScript(
  context: QuickJSContext,
  scope: Scope,
  { content, stdin, env, tools }: ScriptRequest,
  emit: Emit,
  callTool: CallScriptTool,
): Promise<number> {
  const ownHandle = (handle: QuickJSHandle) => scope.manage(handle);
  const emitHandle = ownHandle(
    context.newFunction('emit', (stream, text) => {
      emit(context.getString(stream) === 'stdout' ? 'stdout' : 'stderr', context.getString(text));
    }),
  );
  const setUp = ownHandle(context.unwrapResult(context.evalCode(javascriptPrelude, 'prelude.js')));
  const requestHandle = ownHandle(context.newString(JSON.stringify({ stdin, env, tools })));
  const timers = openTimers(context, scope);
  const calls = openCalls(context, scope, callTool);
  const printers = ownHandle(
    context.unwrapResult(context.callFunction(setUp, context.undefined, emitHandle, requestHandle, calls.handle)),
  );
  const printValue = (how: 'returned' | 'thrown', value: QuickJSHandle) =>
    context
      .unwrapResult(context.callFunction(ownHandle(context.getProp(printers, how)), context.undefined, value))
      .dispose();
  const failWith = (error: QuickJSHandle) => {
    printValue('thrown', error);
    return 1;
  };

  // On the same line as the opening, so that line numbers in errors match the script.
  const started = context.evalCode(`(async () => {${content}\n})()`, 'script.js');
  if (started.error) return failWith(ownHandle(started.error));
  const promise = ownHandle(started.value);
  let isPrinted = false;
  for (;;) {
    const jobs = context.runtime.executePendingJobs();
    if (jobs.error) return failWith(ownHandle(jobs.error));
    const state = context.getPromiseState(promise);
    if (state.type === 'rejected') return failWith(ownHandle(state.error));
    if (state.type === 'fulfilled' && !isPrinted) {
      printValue('returned', ownHandle(state.value));
      isPrinted = true;
    }
    const wait = timers.wait();
    if (wait < 0 && !calls.areOpen()) break;
    if (await calls.answeredWithin(wait)) continue;
    const thrown = timers.run();
    if (thrown !== undefined) return failWith(thrown);
  }
  if (isPrinted) return 0;
  emit('stderr', 'The script waits for a promise that nothing will settle.\n');
  return 1;
}

/** The calls of tools that a script has made. */
function openCalls(context: QuickJSContext, scope: Scope, callTool: CallScriptTool) {
  let open = 0;
  let wake = () => {};
  const handle = context.newFunction('call', (name, args) => {
    const promise = context.newPromise();
    open += 1;
    callTool(context.getString(name), context.getString(args)).then((answer) => {
      open -= 1;
      // A script that failed does not wait for its calls.
      if (!context.alive) return;
      context.newString(JSON.stringify(answer)).consume(promise.resolve);
      promise.dispose();
      wake();
    });
    return promise.handle;
  });
  return {
    handle: scope.manage(handle),
    areOpen: () => open > 0,
    /** Waits so many ms for the next answer, without end if negative. Whether there was one before they were over. */
    answeredWithin: (ms: number) =>
      new Promise<boolean>((resolve) => {
        const timer = ms < 0 ? undefined : setTimeout(() => resolve(false), ms);
        wake = () => {
          clearTimeout(timer);
          resolve(true);
        };
      }),
  };
}

/** The timers of a script: how long until the next one, in ms, -1 if there is none; and one run, with what it threw. */
function openTimers(context: QuickJSContext, scope: Scope) {
  const ownHandle = (handle: QuickJSHandle) => scope.manage(handle);
  const setUp = ownHandle(context.unwrapResult(context.evalCode(javascriptTimers, 'prelude.js')));
  const timers = ownHandle(context.unwrapResult(context.callFunction(setUp, context.undefined)));
  const [wait, run] = [ownHandle(context.getProp(timers, 'wait')), ownHandle(context.getProp(timers, 'run'))];
  return {
    wait: () => context.unwrapResult(context.callFunction(wait, context.undefined)).consume(context.getNumber),
    run: () => {
      const result = context.callFunction(run, context.undefined);
      if (result.error) return ownHandle(result.error);
      result.value.dispose();
      return undefined;
    },
  };
}
