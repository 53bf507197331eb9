import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import { type Printed, printedBy } from './printed.testing';
import { runJavaScript } from './run-javascript';

let run: (content: string, maxOutputBytes?: number) => Promise<Printed>;
beforeAll(async () => {
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  const sandbox: ScriptRunner = { run: (request, sink) => runJavaScript(quickjs, request, sink) };
  run = (content, maxOutputBytes = 2 ** 20) => printedBy(sandbox, { language: 'javascript', content, maxOutputBytes });
});

describe('javascript', () => {
  it('has no way out', async () => {
    const names = ['fetch', 'self', 'window', 'process', 'require', 'XMLHttpRequest', 'emit', 'request'];
    expect((await run(`return [${names.map((name) => `typeof ${name}`)}].join()`)).stdout).toBe(
      names.map(() => 'undefined').join(),
    );
    expect((await run('await import("fs")')).exitCode).toBe(1);
  });

  it('survives what eats memory and stack', async () => {
    expect(await run('const f = () => f(); f()')).toMatchObject({ exitCode: 1 });
    expect(await run('new Uint8Array(2 ** 28)')).toMatchObject({ exitCode: 1 });
    expect((await run('return "still here"')).stdout).toBe('still here');
  });

  it('keeps of a flood of output the head and the tail, and says what is missing', async () => {
    const script = 'console.log("first"); for (let n = 0; n < 1000; n++) console.log("ü".repeat(1000)); return "last"';
    const { stdout, exitCode, dropped } = await run(script, 1001);
    expect(exitCode).toBe(0);
    const printed = 6 + 1000 * 2001 + 4;
    const [head = '', missing = '', tail = ''] = stdout.split(/\n--- \[(\d+) bytes truncated\] ---\n/);
    expect(head).toMatch(/^first\nü+$/);
    expect(tail).toMatch(/^ü+\nlast$/);
    expect(Buffer.byteLength(head) + Number(missing) + Buffer.byteLength(tail)).toBe(printed);
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(1001);
    expect(dropped).toEqual({ stdout: printed - Buffer.byteLength(stdout), stderr: 0 });
  });
});
