import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runEventSchema } from '@/run/events';
import { type FaultServer, startFaultServer } from '../e2e/servers/fault-server';
import { builtCli } from './support/built-cli';
import { runHere } from './support/run-here';

const base = mkdtempSync(join(tmpdir(), 'heddle-headless-'));
let program: string;
const key = 'sk-very-secret-0123456789';
const models = 'default_model: openai:gpt-6-sol\n';
const chain = `${models}tasks:
  first: { description: Say one }
  second: { description: "Go on from {{first}}", depends_on: [first] }
`;

let server: FaultServer;
let folder = '';
const started: ChildProcess[] = [];
const at = (...parts: string[]): string => join(folder, ...parts);
const put = (name: string, content: string) => writeFileSync(at(name), content);
const runs = () => readdirSync(at('.heddle', 'runs')).filter((name) => !name.startsWith('.'));
const eventsOf = (lines: string) =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => runEventSchema.parse(JSON.parse(line)));
const log = () => readFileSync(at('.heddle', 'runs', runs()[0] ?? '', 'events.jsonl'), 'utf8');

/** The environment, with the server as a provider. */
const around = () => ({
  PATH: process.env['PATH'] ?? '',
  OPENAI_BASE_URL: `${server.url}/v1`,
  OPENAI_API_KEY: key,
});

/** Starts the built program in the folder, with the server as its provider. */
function start(line: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(program, line.split(' '), { cwd: folder, env: { ...around(), ...env } });
  started.push(child);
  child.stdin.end();
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  const ran = Promise.all([ended, text(child.stdout), text(child.stderr)]).then(([code, out, err]) => ({
    code,
    out,
    err,
  }));
  return { child, ran };
}

/** Runs a command in the folder, not in a process of its own. */
const heddle = (line: string, env: Readonly<Record<string, string>> = {}, input?: string) =>
  runHere(line.split(' '), { folder, env: { ...around(), ...env }, ...(input === undefined ? {} : { input }) });

/** Starts the chain, and resolves once its second call waits at the server for an answer. */
async function startHeld() {
  prepareHeld();
  const running = start('run chain.yaml');
  await expect.poll(() => server.count('Go on')).toBe(1);
  return running;
}

/** Runs the chain until its second call waits, and stops it there as Ctrl-C does. */
async function runPaused(line = 'run chain.yaml') {
  prepareHeld();
  let stop = () => {};
  const ran = runHere(line.split(' '), {
    folder,
    env: around(),
    onStart: (asked) => {
      stop = asked;
    },
  });
  await expect.poll(() => server.count('Go on')).toBe(1);
  stop();
  return ran;
}

function prepareHeld(): void {
  put('chain.yaml', chain);
  server.on({ match: 'Say one', reply: 'one' });
  server.on({ match: 'Go on', reply: 'two', holdAfterChunks: 0, times: 1 });
  server.on({ match: 'Go on', reply: 'two, at last' });
  server.on({ match: 'Go on', reply: 'two', holdAfterChunks: 0, times: 1 });
}

beforeAll(async () => {
  program = await builtCli();
});
beforeEach(async () => {
  server = await startFaultServer();
  folder = mkdtempSync(join(base, 'run-'));
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await server.close();
});

describe('a run from the command line', () => {
  it('prints its result alone on standard output, and how it went on standard error', async () => {
    put('chain.yaml', chain);
    server.on({ match: 'Say one', reply: 'one' });
    server.on({ match: 'Go on from one', reply: 'two\nlines' });
    const { code, out, err } = await start('run chain.yaml').ran;
    expect({ code, out }).toEqual({ code: 0, out: 'two\nlines\n' });
    expect(err).toMatch(
      /^first started\nfirst completed in .*\nsecond started\nsecond completed in .*\nCompleted in .*2 calls/,
    );
    expect(runs()).toHaveLength(1);
  });

  it('prints the primary artifact rather than the last task', async () => {
    const tasks = 'tasks:\n  report: { description: Report, output: r.md }\n  after: { description: After }\n';
    put('a.yaml', models + tasks);
    server.on({ match: 'Report', reply: 'The report' });
    expect(await heddle('run a.yaml')).toMatchObject({ code: 0, out: 'The report\n' });
  });

  it('keeps artifacts as files beside its log', async () => {
    put('a.yaml', `${models}tasks: { a: { description: Report, output: reports/r.md } }`);
    server.on({ match: 'Report', reply: 'long '.repeat(1000) });
    expect((await heddle('run a.yaml')).code).toBe(0);
    const kept = readFileSync(at('.heddle', 'runs', runs()[0] ?? '', 'outputs', 'reports', 'r.md'), 'utf8');
    expect(kept).toBe('long '.repeat(1000));
  });

  it('ends with 1 and no result when it fails, and says which task did', async () => {
    put('chain.yaml', chain);
    server.on({ match: 'Go on', status: 400, message: 'No such model' });
    const { code, out, err } = await heddle('run chain.yaml');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^second failed: .*No such model/m);
  });

  it('does not run what has errors, and keeps nothing of it', async () => {
    put('broken.yaml', 'tasks: { a: { description: "{{none}}", model: "sim:fast" } }');
    const { code, err } = await heddle('run broken.yaml');
    expect(code).toBe(1);
    expect(err).toMatch(/^broken\.yaml:1:\d+: error HED3/);
    expect(existsSync(at('.heddle'))).toBe(false);
  });

  it('ends with 2, and nothing is asked, when it cannot be kept', async () => {
    put('chain.yaml', chain);
    const { code, err } = await heddle('run chain.yaml --journal chain.yaml');
    expect(code).toBe(2);
    expect(err).toMatch(/^heddle: The journal could not be written or read \(\w+\)\. .*\n$/);
    expect(await heddle('run --resume=../chain.yaml')).toMatchObject({
      code: 2,
      err: expect.stringContaining('not the id'),
    });
    expect(server.requests).toEqual([]);
  });

  it('takes variables from a file and from the line, which wins', async () => {
    put(
      'vars.yaml',
      `${models}variables: { who: nobody }\ntasks: { a: { description: "{{who}} {{n.of[1]}} {{t}}" } }\n`,
    );
    put('in.yaml', 'who: file\nn: { of: [1, 2] }\n');
    expect((await heddle('run vars.yaml --input in.yaml --var who=line --var t={1}')).code).toBe(0);
    expect((await heddle('run vars.yaml --input - --var n={"of":[0,5]}', {}, '{"who": "stdin", "t": true}')).code).toBe(
      0,
    );
    const prompts = server.requests.map(({ prompt }) => prompt);
    expect(prompts[0]).toContain('line 2 {1}');
    expect(prompts[1]).toContain('stdin 5 true');
  });

  it('takes another model for all tasks', async () => {
    put('chain.yaml', chain.replace('Say one', 'Say one, model: openai:o3'));
    expect((await heddle('run chain.yaml --model openai:gpt-5-nano')).code).toBe(0);
    expect(server.requests.map(({ body }) => body['model'])).toEqual(['gpt-5-nano', 'gpt-5-nano']);
  });

  it('prints its events as JSONL, dense, with those of before it was taken up', async () => {
    const paused = await runPaused('run chain.yaml --json');
    expect(paused.code).toBe(3);
    const done = await heddle('run --resume --json');
    expect(done.code).toBe(0);
    const [events, before, kept] = [done.out, paused.out, log()].map(eventsOf);
    expect(events?.map(({ seq }) => seq)).toEqual(events?.map((_event, index) => index + 1));
    expect(events?.at(-1)?.kind).toBe('run.completed');
    expect(before).toEqual(events?.slice(0, before?.length));
    expect(kept).toEqual(events);
  });

  it('says of a key that is missing which variable is to hold it, and goes on once it does', async () => {
    put('chain.yaml', chain.replace('openai:', 'openrouter:'));
    const { code, err } = await heddle('run chain.yaml');
    expect(code).toBe(3);
    expect(err).toContain('set OPENROUTER_API_KEY in the environment');
    const address = { OPENROUTER_BASE_URL: `${server.url}/v1`, OPENROUTER_API_KEY: key };
    expect(await heddle('run --resume', address)).toMatchObject({ code: 0, out: 'ok\n' });
  });

  it('lets no key into journal or output, not even one that a server or a script says', async () => {
    put(
      'leak.yaml',
      `${models}tasks:
  told: { description: Tell }
  shown: { type: script, script: { content: env } }
`,
    );
    server.on({ status: 401, message: 'Wrong key {key}' });
    const secret = { HEDDLE_SECRET_SEARCH: 'hush-0123456789' };
    const { out, err } = await start('run leak.yaml --json --allow-scripts', secret).ran;
    const files = readdirSync(at('.heddle'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const kept = files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1')).join('\n');
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
    expect(kept).toContain('Wrong key');
    for (const words of [kept, out, err]) {
      expect(words).not.toContain(key);
      expect(words).not.toContain('hush-0123456789');
    }
  });
});

describe('a run that is stopped', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
    'pauses by %s, and goes on without asking again what was answered',
    async (signal) => {
      const { child, ran } = await startHeld();
      child.kill(signal);
      const { code, out, err } = await ran;
      expect({ code, out }).toEqual({ code: 3, out: '' });
      const again = err.match(/heddle (run --resume \S+)/)?.[1] ?? '';
      expect(await heddle(again)).toMatchObject({ code: 0, out: 'two, at last\n' });
      expect([server.count('Say one'), server.count('Go on')]).toEqual([1, 2]);
    },
  );

  it.skipIf(!existsSync('/dev/full'))(
    'says that it is complete, and where, when its output cannot be written: it is printed later, unpaid',
    async () => {
      put('chain.yaml', chain);
      const onFull = (line: string) =>
        new Promise<{ readonly code: number | null; readonly err: string }>((resolve) => {
          const child = spawn('bash', ['--norc', '-c', `exec ${program} ${line} >/dev/full`], {
            cwd: folder,
            env: around(),
          });
          started.push(child);
          let err = '';
          child.stderr.setEncoding('utf8').on('data', (chunk) => {
            err += chunk;
          });
          child.on('close', (code) => resolve({ code, err }));
        });
      const first = await onFull('run chain.yaml');
      expect(first.code).toBe(4);
      expect(first.err).toMatch(/The run is complete, and kept: \S+ in /);
      expect(first.err).toContain('no space');
      const asked = server.requests.length;
      const again = first.err.match(/with: heddle (run --resume \S+)/)?.[1] ?? '';
      expect(await heddle(again)).toMatchObject({ code: 0 });
      expect(server.requests).toHaveLength(asked);
      for (const line of ['runs', 'log', 'plan chain.yaml', 'schema json', 'validate chain.yaml --json', 'help']) {
        const { code, err } = await onFull(line);
        expect([line, code, err]).toEqual([line, 4, expect.stringContaining('The output could not be written')]);
        expect(err).not.toContain('    at ');
      }
    },
  );

  it('goes on after a crash, though the last line of its log was torn', async () => {
    const { child, ran } = await startHeld();
    child.kill('SIGKILL');
    await ran;
    appendFileSync(at('.heddle', 'runs', runs()[0] ?? '', 'events.jsonl'), '{"v":1,"seq":');
    const { code, out, err } = await heddle('run chain.yaml --resume');
    expect({ code, out }).toEqual({ code: 0, out: 'two, at last\n' });
    expect(err).toContain('13 bytes were cut off');
    expect([server.count('Say one'), server.count('Go on')]).toEqual([1, 2]);
  });

  it('waits for a choice when its file has changed: as it was planned, or with what still matches', async () => {
    await runPaused();
    const [id = ''] = runs();
    put('chain.yaml', chain.replace('Go on', 'Turn back'));
    const { code, err } = await heddle('run --resume');
    expect(code).toBe(2);
    expect(err).toContain(`heddle run --resume ${id} --as-planned `);
    expect(err).toContain(`heddle run chain.yaml --from ${id} `);
    expect((await heddle(`run chain.yaml --from ${id}`)).code).toBe(0);
    expect([server.count('Say one'), server.count('Go on'), server.count('Turn back')]).toEqual([1, 1, 1]);
    expect(await heddle(`run --resume ${id} --as-planned`)).toMatchObject({ code: 0, out: 'two, at last\n' });
    expect([server.count('Say one'), server.count('Go on'), server.count('Turn back')]).toEqual([1, 2, 1]);
  });

  it('waits for room in its journal, says so, and loses nothing', async () => {
    put('rounds.yaml', `${models}tasks: { a: { description: Say it, loop: { type: repeat, count: 60 } } }`);
    server.on({ reply: 'again '.repeat(300) });
    // None of its files may be larger than 64 kB.
    const child = spawn('bash', ['--norc', '-c', `ulimit -f 64; exec ${program} run rounds.yaml`], {
      cwd: folder,
      env: around(),
    });
    started.push(child);
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      err += chunk;
    });
    await expect.poll(() => err).toContain('is full');
    child.kill('SIGKILL');
    await new Promise((resolve) => child.on('exit', resolve));
    const { code, out } = await heddle('run --resume');
    expect({ code, out }).toEqual({ code: 0, out: `${'again '.repeat(300)}\n` });
    // At most the call in flight was lost.
    expect(server.requests.length).toBeLessThanOrEqual(61);
    const events = eventsOf(log());
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
  });

  it('is not run by two processes at once', async () => {
    await startHeld();
    const { code, err } = await heddle('run --resume');
    expect(code).toBe(2);
    expect(err).toMatch(/is already running, in process \d+/);
  });

  it('ends its scripts with it', async () => {
    put('slow.yaml', 'tasks: { a: { type: script, script: { content: "sleep 300 & echo $! > pid; wait" } } }');
    const { child, ran } = start('run slow.yaml --allow-scripts');
    await expect.poll(() => existsSync(at('pid')) && readFileSync(at('pid'), 'utf8')).toMatch(/\d\n/);
    child.kill('SIGINT');
    expect((await ran).code).toBe(3);
    const alive = () => {
      try {
        return process.kill(Number(readFileSync(at('pid'), 'utf8')), 0);
      } catch {
        return false;
      }
    };
    // The process that adopts orphans may take its time.
    await expect.poll(alive).toBe(false);
  });

  it('is told again, and asks nobody, when it has ended', async () => {
    put('chain.yaml', chain);
    const first = await heddle('run chain.yaml');
    const asked = server.requests.length;
    expect(await heddle('run --resume')).toMatchObject({ code: 0, out: first.out });
    expect(server.requests).toHaveLength(asked);
  });

  it('is looked for by its id, by its file, or as the last one', async () => {
    await runPaused();
    const [id = ''] = runs();
    put('other.yaml', `${models}tasks: { a: { description: Other } }`);
    expect((await heddle('run other.yaml')).code).toBe(0);
    mkdirSync(at('below'));
    expect(await heddle('run other.yaml --resume')).toMatchObject({ code: 0, out: 'ok\n' });
    expect(await heddle('run --resume 20200101-000000-00000000')).toMatchObject({ code: 2 });
    expect(await heddle('run --journal below --resume')).toMatchObject({ code: 2 });
    expect(await heddle(`run --resume ${id}`)).toMatchObject({ code: 0, out: 'two, at last\n' });
  });
});

describe('scripts', () => {
  const flow = `tasks:
  count: { type: script, inputs: { text: "a b" }, script: { content: 'echo "$text" | wc -w; pwd; cat' } }
`;

  it('do not run unless they are allowed', async () => {
    put('script.yaml', flow.replace('echo', 'touch made; echo'));
    const { code, err } = await heddle('run script.yaml');
    expect(code).toBe(1);
    expect(err).toMatch(/^count failed: Scripts are not allowed\. .*--allow-scripts/m);
    expect(existsSync(at('made'))).toBe(false);
  });

  it('run as processes in the folder of the workflow, or in another', async () => {
    put('script.yaml', flow);
    const { out } = await heddle('run script.yaml --allow-scripts');
    expect(out.trim().split(/\s+/)).toEqual(['2', folder, '{"text":"a', 'b"}']);
    mkdirSync(at('elsewhere'));
    expect((await heddle('run script.yaml --allow-scripts --files elsewhere')).out).toContain(at('elsewhere'));
  });

  it('that take too long fail their task', async () => {
    put('slow.yaml', 'tasks: { a: { type: script, script: { content: "sleep 300", timeout_ms: 200 } } }');
    const { code, err } = await heddle('run slow.yaml --allow-scripts');
    expect(code).toBe(1);
    expect(err).toContain('a failed: The script ran past its time of 200 ms and was stopped.');
  });
});

describe('a dry run', () => {
  it('calls nobody, runs no script, and leaves nothing behind', async () => {
    put('flow.yaml', `${chain}  made: { type: script, script: { content: touch made }, depends_on: [second] }\n`);
    const { code, out } = await heddle('dry-run flow.yaml');
    expect(code).toBe(0);
    expect(out).not.toBe('');
    expect(server.requests).toEqual([]);
    expect(readdirSync(folder)).toEqual(['flow.yaml']);
  });

  it('is the same each time, and kept where that is asked for', async () => {
    put('chain.yaml', chain);
    const first = await heddle('dry-run chain.yaml --journal kept');
    expect(await heddle('run --journal kept --resume')).toMatchObject({ code: 0, out: first.out });
    expect((await heddle('dry-run chain.yaml')).out).toBe(first.out);
  });
});
