// The search over all runs: from Enter to the first result, and to the end.
import { inPage } from './canvas.mjs';

const runs = 1000;
/** Texts of a run, and characters of each: 100 MB in all. */
const [texts, length] = [20, 5000];
/** Every so many runs have the word. */
const every = 100;
const word = 'zyzzyva';

/**
 * Searches 1,000 runs with 100 MB of text, in prompts and outputs, for a word of ten of them, and for one of none.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 */
export function measureSearch(browser, url) {
  return inPage(browser, async (page) => {
    await page.goto(`${url}/#/start`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(fill, { runs, texts, length, every, word });
    await page.reload();
    await page.goto(`${url}/#/start`);
    await page.getByRole('button', { name: /^Blank workflow/ }).click();
    await page.getByText('Saved in this browser').first().waitFor();
    await page.keyboard.press('Control+Shift+F');
    await page.getByText(/all 1,000 runs searched/).waitFor({ timeout: 60_000 });
    const found = await search(page, word, true);
    const again = await search(page, word.toUpperCase(), true);
    const none = await search(page, `${word} nowhere`, false);
    return {
      'first result, ms': found.first,
      'all results, ms': found.all,
      'the same again, first, ms': again.first,
      'the same again, all, ms': again.all,
      'a word of no run, ms': none.all,
      'longest block of the page, ms': Math.max(found.block, again.block, none.block),
    };
  });
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} text
 * @param {boolean} isThere
 */
async function search(page, text, isThere) {
  const field = page.getByRole('dialog').getByLabel('Text', { exact: true });
  await field.fill(text);
  const watched = await page.evaluateHandle((wanted) => {
    const pressed = new Promise((resolve) =>
      addEventListener('keydown', () => resolve(performance.now()), { capture: true, once: true }),
    );
    const took = pressed.then(async (start) => {
      let first = 0;
      let block = 0;
      for (let last = performance.now(); ; ) {
        await new Promise((resolve) => setTimeout(resolve));
        const now = performance.now();
        block = Math.max(block, now - last);
        last = now;
        const dialog = document.querySelector('[role=dialog]');
        const status = dialog?.querySelector('[role=status]')?.textContent ?? '';
        if (first === 0 && dialog?.querySelector('mark') !== null) first = now - start;
        const isOver = status.includes('all 1,000 runs searched');
        if (isOver && (first > 0 || !wanted)) return { first, all: now - start, block };
      }
    });
    return { took };
  }, isThere);
  await field.press('Enter');
  return /** @type {Promise<{ first: number, all: number, block: number }>} */ (watched.evaluate(({ took }) => took));
}

/**
 * Runs in the page: fills its database with runs, as the engine stores them.
 * @param {{ runs: number, texts: number, length: number, every: number, word: string }} shape
 */
async function fill({ runs, texts, length, every, word }) {
  let seed = 1;
  const random = (/** @type {number} */ below) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const letters = 'etaoinshrdlucmfwypvbgkqjxz';
  const words = Array.from({ length: 5000 }, () =>
    Array.from({ length: 2 + random(9) }, () => letters[random(26)]).join(''),
  );
  const textOf = (/** @type {string} */ end) => {
    let text = '';
    while (text.length < length) text += `${words[random(words.length)]} `;
    return text + end;
  };
  const pack = async (/** @type {string} */ text) => {
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    return new Uint8Array(await new Response(packed).arrayBuffer());
  };
  /** @type {IDBDatabase} */
  const database = await new Promise((resolve) => {
    const opening = indexedDB.open('heddle');
    opening.onsuccess = () => resolve(opening.result);
  });
  const totals = { calls: texts / 2, inputTokens: 1, outputTokens: 1, costUsd: 0.01, unpricedCalls: 0 };
  for (let n = 0; n < runs; n += 1) {
    const id = `bench-${String(n).padStart(5, '0')}`;
    const t = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
    const events = [];
    const blobs = [];
    for (let text = 0; text < texts; text += 1) {
      const isPrompt = text % 2 === 0;
      const path = `task/t${text >> 1}`;
      const ref = `${n}-${text}`.padStart(64, '0');
      const own = textOf(n % every === 0 && text === texts - 1 ? `${word} at its end` : '');
      const stored = isPrompt ? JSON.stringify([{ role: 'user', content: own }]) : own;
      blobs.push({ executionId: id, hash: ref, gzip: await pack(stored) });
      /** @type {Record<string, unknown>} */
      const base = { v: 4, seq: events.length + 1, t, id: '00000000', ref, full_result_len: own.length };
      events.push(
        isPrompt
          ? {
              ...base,
              kind: 'model.requested',
              path: `${path}/attempt/1/turn/1`,
              model: 'sim:fast',
              task: own.slice(0, 200),
              data: { provider: 'sim', turn: 1, attempt: 1 },
            }
          : {
              ...base,
              kind: 'task.completed',
              path,
              result: own.slice(0, 2000),
              data: { status: 'COMPLETE', attempts: 1, usage: null, durationMs: 1 },
            },
      );
    }
    const change = database.transaction(['executions', 'events', 'blobs'], 'readwrite');
    const done = new Promise((resolve) => {
      change.oncomplete = resolve;
    });
    change.objectStore('executions').put({
      ...{ id, workflowId: `w${n % 20}`, name: `Workflow ${n % 20}`, planHash: 'p', status: 'completed', startedAt: t },
      ...{ endedAt: t, durationMs: 1, lastSeq: events.length, totals, iterations: 0, iterationMs: 0 },
      stored: { bytes: 1, liveBytes: 1, newChunks: 0, newBytes: 0, checkpoints: [] },
    });
    change.objectStore('events').put({
      ...{ executionId: id, firstSeq: 1, lastSeq: events.length, from: t, to: t, json: JSON.stringify(events) },
      kinds: ['model.requested', 'task.completed'],
    });
    for (const blob of blobs) change.objectStore('blobs').put(blob);
    await done;
  }
  database.close();
}
