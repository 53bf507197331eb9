import { tmpdir } from 'node:os';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { describe, expect, it } from 'vitest';
import { createProcessRunner } from '@/cli/scripts/create-process-runner';
import type { CallScriptTool, ScriptRequest, ScriptRunner } from '@/engine/ports/script-runner';
import { printedBy } from '@/sandbox/printed.testing';
import { runBash } from '@/sandbox/run-bash';
import { runJavaScript } from '@/sandbox/run-javascript';

const quickjs = newQuickJSWASMModuleFromVariant(variant);
const processes = createProcessRunner(tmpdir(), process.env);
const javascriptSandbox: ScriptRunner = {
  run: async (request, sink, _signal, callTool) => runJavaScript(await quickjs, request, sink, callTool),
};
const bashSandbox: ScriptRunner = { run: (request, sink, _signal, callTool) => runBash(request, sink, callTool) };
const where: Readonly<Record<string, Record<ScriptRequest['language'], ScriptRunner>>> = {
  'in a sandbox': { bash: bashSandbox, javascript: javascriptSandbox },
  'as a process': { bash: processes, javascript: processes },
};

describe.each(Object.entries(where))('a script %s', (_where, runs) => {
  const run =
    (language: ScriptRequest['language']) =>
    (content: string, more: Partial<ScriptRequest> = {}) =>
      printedBy(runs[language], { language, content, ...more });
  const bash = run('bash');
  const javascript = run('javascript');

  describe('in bash', () => {
    it('reads stdin and variables and writes to stdout and stderr', async () => {
      const result = await bash('cat; echo "$GREETING é"; echo trouble >&2; exit 3', {
        stdin: 'Ada ü\n',
        env: { GREETING: 'Hello' },
      });
      expect(result).toMatchObject({ stdout: 'Ada ü\nHello é\n', stderr: 'trouble\n', exitCode: 3, binary: false });
    });

    it('keeps the spaces at the start of a line', async () => {
      expect((await bash('echo "list:\n  - two spaces"')).stdout).toBe('list:\n  - two spaces\n');
    });

    it('runs loops that are longer than a chat would need', async () => {
      expect((await bash('for i in $(seq 1 120000); do :; done; echo "$i"')).stdout).toBe('120000\n');
    });

    it('reads what is large, or does not read it at all', async () => {
      const stdin = 'x'.repeat(200_000);
      expect((await bash('wc -c', { stdin })).stdout.trim()).toBe('200000');
      expect(await bash('echo done', { stdin })).toMatchObject({ stdout: 'done\n', exitCode: 0 });
    });

    it('marks bytes that are no text', async () => {
      expect(await bash('printf "a\\xff\\x00"')).toMatchObject({ stdout: 'a\ufffd\0', binary: true });
    });

    it('says what is wrong with a script that does not parse', async () => {
      const result = await bash('if true; then echo');
      expect(result.exitCode).not.toBe(0);
      expect(result.stderr).not.toBe('');
    });
  });

  describe('in JavaScript', () => {
    it('writes what it returns: text as it is, other values as JSON', async () => {
      const text = { stdout: 'plain ü', stderr: '', exitCode: 0, binary: false };
      expect(await javascript('return "plain ü"')).toMatchObject(text);
      expect((await javascript('return { a: [1, null] }')).stdout).toBe('{"a":[1,null]}');
      expect((await javascript('const nothing = 1;')).stdout).toBe('');
      expect((await javascript('return null')).stdout).toBe('null');
    });

    it('sees stdin, its JSON and the environment', async () => {
      const more = { stdin: '{"n":2}', env: { NAME: 'Ada' } };
      expect((await javascript('return [typeof stdin, input.n * 2, env]', more)).stdout).toBe(
        '["string",4,{"NAME":"Ada"}]',
      );
      expect((await javascript('return String(input)', { stdin: 'no json' })).stdout).toBe('undefined');
    });

    it('prints with console, errors apart', async () => {
      expect(await javascript('console.log("a", { b: 1 }, 10n); console.error("bad")')).toMatchObject({
        stdout: 'a {"b":1} 10\n',
        stderr: 'bad\n',
        exitCode: 0,
      });
    });

    it('awaits promises', async () => {
      const script = 'const x = await Promise.resolve(20); return x + (await (async () => 1)())';
      expect((await javascript(script)).stdout).toBe('21');
    });

    it('has timers, and ends when none is left', async () => {
      const script = `
        const cleared = setTimeout(() => console.log('never'), 0);
        clearTimeout(cleared);
        let count = 0;
        const every = setInterval(() => {
          count += 1;
          if (count < 3) return;
          clearInterval(every);
          setTimeout((...values) => console.log(...values), 1, 'late', count);
        }, 1);
        await new Promise((resolve) => setTimeout(resolve, 2));
        return 'first ';`;
      expect(await javascript(script)).toMatchObject({ stdout: 'first late 3\n', exitCode: 0 });
      const thrown = await javascript("setTimeout(() => { throw new Error('no luck'); }, 1); return 'so far'");
      expect(thrown).toMatchObject({
        stdout: 'so far',
        exitCode: 1,
        stderr: expect.stringContaining('Error: no luck'),
      });
    });

    it('says so when it waits for what never comes', async () => {
      const result = await javascript('await new Promise(() => {})');
      expect(result).toMatchObject({
        exitCode: 1,
        stderr: 'The script waits for a promise that nothing will settle.\n',
      });
    });

    it('ends with 1 and the place when it throws or does not parse', async () => {
      const thrown = await javascript('const a = 1;\nthrow new TypeError("no luck")');
      expect(thrown.exitCode).toBe(1);
      expect(thrown.stderr.match(/TypeError: no luck/g)).toHaveLength(1);
      expect(thrown.stderr).toContain('script.js:2');
      expect(thrown.stderr).not.toMatch(/node:|\[eval\]/);
      expect(await javascript('throw "text"')).toMatchObject({ exitCode: 1, stderr: 'text\n' });
      const unparsed = await javascript('const = 1');
      expect(unparsed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('SyntaxError') });
    });

    it('keeps what was printed before an error', async () => {
      expect((await javascript('console.log("so far"); null.x')).stdout).toBe('so far\n');
    });

    it('leaves nothing behind for the next one', async () => {
      await javascript('globalThis.left = 1; Object.prototype.leak = 1');
      expect((await javascript('return [typeof left, typeof ({}).leak].join()')).stdout).toBe('undefined,undefined');
    });
  });

  describe('calls its tools', () => {
    const asked: string[] = [];
    const callTool: CallScriptTool = async (name, args) => {
      asked.push(`${name} ${args}`);
      if (name === 'late') await new Promise((resolve) => setTimeout(resolve, 20));
      return name === 'broken'
        ? { text: 'Status 500\nno', isError: true }
        : { text: `{"of":"${name} ü"}`, isError: false };
    };
    const withTools = async (language: ScriptRequest['language'], content: string, stdin = '') => {
      asked.splice(0);
      const tools = ['look', 'late', 'broken'];
      return printedBy(runs[language], { language, content, stdin, tools }, new AbortController().signal, callTool);
    };

    it('in JavaScript, side by side and beside timers, and gets JSON as values', async () => {
      const script = `
        const timer = new Promise((resolve) => setTimeout(() => resolve(console.log('timer')), 1));
        const [late, look] = await Promise.all([tools.late({ n: 1 }), tools.look({ place: 'Genoa "x"' }), timer]);
        console.log(late.of, look.of, (await tools.look()).of);
        return Object.keys(tools).join()`;
      expect(await withTools('javascript', script)).toMatchObject({
        stdout: 'timer\nlate ü look ü look ü\nlook,late,broken',
        stderr: '',
        exitCode: 0,
      });
      expect(asked.toSorted()).toEqual(['late {"n":1}', 'look {"place":"Genoa \\"x\\""}', 'look {}']);
    });

    it('in JavaScript, where an answer that is an error is thrown', async () => {
      const said = await withTools('javascript', 'try { await tools.broken() } catch (e) { console.log(e.message) }');
      expect(said.stdout).toBe('broken: Status 500\nno\n');
      expect(await withTools('javascript', 'await tools.broken()')).toMatchObject({ exitCode: 1 });
      expect(await withTools('javascript', 'await tools.nobody()')).toMatchObject({ exitCode: 1 });
      expect((await javascript('return Object.keys(tools).length')).stdout).toBe('0');
    });

    it('in bash, by a command', async () => {
      const script = `tool look '{"a":1}' | jq -r .of; echo '{"b":"é"}' | tool look -; tool broken; echo $?`;
      expect(await withTools('bash', script)).toMatchObject({
        stdout: 'look ü\n{"of":"look ü"}\n1\n',
        stderr: 'tool: broken: Status 500\nno\n',
      });
      expect(asked).toEqual(['look {"a":1}', 'look {"b":"é"}\n', 'broken {}']);
    });
  });
});
