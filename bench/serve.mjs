// What a server takes for runs that ask a model which answers at once: how soon, and how many.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve as absolute, join } from 'node:path';
import { median, p95 } from './measure.mjs';

/** Runs one after the other, all runs, runs at once, and tasks of each. */
const amounts = { alone: 30, all: 300, atOnce: 20, tasks: 10 };

/**
 * Measures a server, started by `program`, over a folder of its own, that keeps its runs in `store`.
 * @param {string} program
 * @param {string} [store] the address of a database; left out: the folder
 * @returns {Promise<Record<string, number>>}
 */
export async function measureServe(program, store = '') {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'));
  const ids = Array.from({ length: amounts.tasks }, (_, n) => `t${n}`);
  const tasks = ids.map(
    (id, n) => `  ${id}: { description: "Step ${n}"${n === 0 ? '' : `, depends_on: [${ids[n - 1]}]`} }`,
  );
  writeFileSync(join(folder, 'steps.yaml'), `default_model: sim:fast\ntasks:\n${tasks.join('\n')}\n`);
  const line = [absolute(program), 'serve', '.', '--port', '0', '--max-requests', '1000000'];
  const server = spawn(process.execPath, line, {
    cwd: folder,
    env: { ...process.env, HEDDLE_STORE: store },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const url = await new Promise((resolve) => {
      server.stdout.on('data', (text) => resolve(/at (http:\S+)/.exec(String(text))?.[1]));
    });
    const api = `${url}/api/v1`;
    const post = (/** @type {string} */ path) => fetch(`${api}${path}`, { method: 'POST' });
    await post('/workflows/steps/result');
    const started = [];
    const heard = [];
    for (let left = amounts.alone; left > 0; left -= 1) {
      const begun = performance.now();
      const { id } = await (await post('/workflows/steps/runs')).json();
      started.push(performance.now() - begun);
      const stream = await fetch(`${api}/runs/${id}/events/stream`);
      let text = '';
      for await (const piece of stream.body ?? []) {
        text += Buffer.from(piece).toString();
        if (text.includes('\nid: 1\n')) break;
      }
      heard.push(performance.now() - begun);
      await (await fetch(`${api}/runs/${id}/events/stream`)).text();
    }
    const begun = performance.now();
    let left = amounts.all;
    const work = async () => {
      while (left > 0) {
        left -= 1;
        await (await post('/workflows/steps/result')).json();
      }
    };
    await Promise.all(Array.from({ length: amounts.atOnce }, work));
    const seconds = (performance.now() - begun) / 1000;
    return {
      'ms from POST to its answer': median(started),
      'ms from POST to the first event': median(heard),
      'ms of 95 of 100': p95(heard),
      'runs a second, 20 at once': amounts.all / seconds,
      'tasks a second': (amounts.all * amounts.tasks) / seconds,
    };
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
