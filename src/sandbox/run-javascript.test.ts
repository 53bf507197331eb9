import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runJavaScript } from './run-javascript';
import type { ScriptResult } from './worker-messages';

let run: (content: string) => ScriptResult;
beforeAll(async () => {
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  run = (content) => runJavaScript(quickjs, { language: 'javascript', content, stdin: '', env: {}, timeoutMs: 1000 });
});

describe('javascript', () => {
  it('has no way out', () => {
    const names = ['fetch', 'self', 'window', 'process', 'require', 'setTimeout', 'XMLHttpRequest', 'emit', 'request'];
    expect(run(`return [${names.map((name) => `typeof ${name}`)}].join()`).stdout).toBe(
      names.map(() => 'undefined').join(),
    );
    expect(run('await import("fs")').exitCode).toBe(1);
  });

  it('survives what eats memory and stack', () => {
    expect(run('const f = () => f(); f()')).toMatchObject({ exitCode: 1 });
    expect(run('new Uint8Array(2 ** 28)')).toMatchObject({ exitCode: 1 });
    expect(run('return "still here"').stdout).toBe('still here');
  });

  it('stops a flood of output', () => {
    const flooded = run('const line = "x".repeat(1e6); for (;;) console.log(line)');
    expect(flooded).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Too much output') });
  });
});
