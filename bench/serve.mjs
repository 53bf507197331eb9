// What a server takes for runs that ask a model which answers at once: how soon, and how many.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve as absolute, join } from 'node:path';
import { median, p95 } from './measure.mjs';

/** Runs one after the other, all runs, runs at once, and tasks of each. */
const amounts = { alone: 30, all: 300, atOnce: 20, tasks: 10 };

/** @typedef {{ restate: { address: string }, balancer: { url: string }, ports: readonly number[] }} Engine */

/**
 * Starts a process that prints where it serves.
 * @param {readonly string[]} line
 * @param {string} [cwd]
 * @param {Record<string, string>} [env]
 */
async function started(line, cwd, env = {}) {
  const server = spawn(process.execPath, line, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await new Promise((resolve) => {
    server.stdout.on('data', (text) => {
      const [, at] = /at (http:\S+)/.exec(String(text)) ?? [];
      if (at !== undefined) resolve(at);
    });
  });
  return { url, stop: () => server.kill('SIGKILL') };
}

/**
 * Makes requests, so many at once. Resolves to the seconds that all took.
 * @param {(index: number) => Promise<unknown>} request
 */
async function allAtOnce(request) {
  const begun = performance.now();
  let next = 0;
  const work = async () => {
    while (next < amounts.all) await request(next++);
  };
  await Promise.all(Array.from({ length: amounts.atOnce }, work));
  return (performance.now() - begun) / 1000;
}

/** @param {number} seconds */
const rates = (seconds) => ({
  'runs a second, 20 at once': amounts.all / seconds,
  'tasks a second': (amounts.all * amounts.tasks) / seconds,
});

/**
 * Measures servers, started by `program`, each over a folder of its own, that keep their runs in `store`.
 * @param {string} program
 * @param {string} [store] the address of a database; left out: the folder
 * @param {Engine} [engine] what brings several together: as many servers as it has ports
 * @returns {Promise<Record<string, number>>}
 */
export async function measureServe(program, store = '', engine) {
  const base = mkdtempSync(join(tmpdir(), 'heddle-bench-'));
  const ids = Array.from({ length: amounts.tasks }, (_, n) => `t${n}`);
  const tasks = ids.map(
    (id, n) => `  ${id}: { description: "Step ${n}"${n === 0 ? '' : `, depends_on: [${ids[n - 1]}]`} }`,
  );
  const servers = await Promise.all(
    (engine?.ports ?? [0]).map((port) => {
      const folder = mkdtempSync(join(base, 'server-'));
      writeFileSync(join(folder, 'steps.yaml'), `default_model: sim:fast\ntasks:\n${tasks.join('\n')}\n`);
      const line = [absolute(program), 'serve', '.', '--port', '0', '--max-requests', '1000000'];
      const together =
        engine === undefined
          ? []
          : ['--engine', engine.restate.address, '--engine-machines', engine.balancer.url].concat([
              '--engine-listen',
              `127.0.0.1:${port}`,
            ]);
      return started([...line, ...together], folder, { HEDDLE_STORE: store });
    }),
  );
  try {
    const apiOf = (/** @type {number} */ index) => `${servers[index % servers.length]?.url}/api/v1`;
    const post = (/** @type {string} */ path, index = 0) => fetch(`${apiOf(index)}${path}`, { method: 'POST' });
    for (const index of servers.keys()) await (await post('/workflows/steps/result', index)).json();
    const answered = [];
    const heard = [];
    for (let left = amounts.alone; left > 0; left -= 1) {
      const begun = performance.now();
      const { id } = await (await post('/workflows/steps/runs', left)).json();
      answered.push(performance.now() - begun);
      const stream = await fetch(`${apiOf(left)}/runs/${id}/events/stream`);
      let text = '';
      for await (const piece of stream.body ?? []) {
        text += Buffer.from(piece).toString();
        if (text.includes('\nid: 1\n')) break;
      }
      heard.push(performance.now() - begun);
      await (await fetch(`${apiOf(left)}/runs/${id}/events/stream`)).text();
    }
    const seconds = await allAtOnce(async (index) => (await post('/workflows/steps/result', index)).json());
    return {
      'ms from POST to its answer': median(answered),
      'ms from POST to the first event': median(heard),
      'ms of 95 of 100': p95(heard),
      ...rates(seconds),
    };
  } finally {
    for (const { stop } of servers) stop();
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Measures the bare SDK of Restate with as many steps in a run, in one process.
 * @param {Engine} engine
 * @returns {Promise<Record<string, number>>}
 */
export async function measureBareRestate({ restate, ports }) {
  const address = new URL(restate.address.replace('restate:', 'http:'));
  const bare = await started(['bench/bare-restate.mjs', String(ports[0])]);
  try {
    const post = (/** @type {string} */ url, /** @type {unknown} */ body) =>
      fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    await post(`http://${address.hostname}:${address.searchParams.get('admin')}/deployments`, { uri: bare.url });
    const run = async (/** @type {string} */ key) =>
      (await post(`http://${address.host}/BareRuns/${key}/run`, amounts.tasks)).json();
    await run('first');
    return rates(await allAtOnce((index) => run(`run-${index}`)));
  } finally {
    bare.stop();
  }
}
