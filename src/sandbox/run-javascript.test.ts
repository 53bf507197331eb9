import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ScriptResult } from '@/engine/ports';
import { runJavaScript } from './run-javascript';

let run: (content: string, more?: { stdin?: string; env?: Record<string, string> }) => ScriptResult;
beforeAll(async () => {
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  run = (content, more) =>
    runJavaScript(quickjs, { language: 'javascript', content, stdin: '', env: {}, timeoutMs: 1000, ...more });
});

describe('javascript', () => {
  it('writes what it returns: text as it is, other values as JSON', () => {
    expect(run('return "plain ü"')).toEqual({ stdout: 'plain ü', stderr: '', exitCode: 0, binary: false });
    expect(run('return { a: [1, null] }').stdout).toBe('{"a":[1,null]}');
    expect(run('const nothing = 1;').stdout).toBe('');
    expect(run('return null').stdout).toBe('null');
  });

  it('sees stdin, its JSON and the environment', () => {
    const more = { stdin: '{"n":2}', env: { NAME: 'Ada' } };
    expect(run('return [typeof stdin, input.n * 2, env.NAME]', more).stdout).toBe('["string",4,"Ada"]');
    expect(run('return String(input)', { stdin: 'no json' }).stdout).toBe('undefined');
  });

  it('prints with console, errors apart', () => {
    expect(run('console.log("a", { b: 1 }, 10n); console.error("bad")')).toMatchObject({
      stdout: 'a {"b":1} 10\n',
      stderr: 'bad\n',
      exitCode: 0,
    });
  });

  it('awaits promises', () => {
    expect(run('const x = await Promise.resolve(20); return x + (await (async () => 1)())').stdout).toBe('21');
  });

  it('says so when it waits for what never comes', () => {
    expect(run('await new Promise(() => {})')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('waits') });
  });

  it('ends with 1 and the place when it throws or does not parse', () => {
    const thrown = run('const a = 1;\nthrow new TypeError("no luck")');
    expect(thrown).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('TypeError: no luck') });
    expect(thrown.stderr).toContain('script.js:2');
    expect(run('throw "text"')).toMatchObject({ exitCode: 1, stderr: 'text\n' });
    expect(run('const = 1')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('SyntaxError') });
  });

  it('keeps what was printed before an error', () => {
    expect(run('console.log("so far"); null.x').stdout).toBe('so far\n');
  });

  it('has no way out', () => {
    const names = ['fetch', 'self', 'window', 'process', 'require', 'setTimeout', 'XMLHttpRequest', 'emit', 'request'];
    expect(run(`return [${names.map((name) => `typeof ${name}`)}].join()`).stdout).toBe(
      names.map(() => 'undefined').join(),
    );
    expect(run('await import("fs")').exitCode).toBe(1);
  });

  it('leaves nothing behind for the next run', () => {
    run('globalThis.left = 1; Object.prototype.leak = 1');
    expect(run('return [typeof left, typeof ({}).leak].join()').stdout).toBe('undefined,undefined');
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
