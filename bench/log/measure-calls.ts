import type { IndexedCall } from '@/engine/ports/call-index';
import { runPlan } from '@/engine/run-plan';
import { CallBook } from '@/host/call-book';
import { createRunRecord } from '@/host/new-run';
import { buildPlan } from '@/plan/build-plan';
import type { Plan } from '@/plan/plan';
import type { Task } from '@/workflow/tasks';
import { median } from '../measure.mjs';
import { type Figures, idle, type RunStores } from './measure-log';

/** Calls that are stored at once. */
const group = 10_000;
/** Lookups of which the median is taken. */
const lookups = 1000;

/** A call of which the hash is evenly spread, as hashes are. */
function createCall(): IndexedCall {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const hash = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { hash, run: '20261101-100000-abcdef01', seq: 7, t: 1_790_000_000_000, costUsd: 0.001, tokens: 120 };
}

/** How long one lookup takes among so many stored calls: of calls that are there, and of others. In ms. */
export async function measureLookups(count: number, { calls }: RunStores): Promise<Figures> {
  const known: string[] = [];
  const start = performance.now();
  for (let stored = 0; stored < count; stored += group) {
    const made = Array.from({ length: group }, createCall);
    await calls.put(made);
    known.push(...made.slice(0, Math.ceil((lookups * group) / count)).map(({ hash }) => hash));
  }
  const storedMs = performance.now() - start;
  const timeOf = async (hashes: readonly string[], isThere: boolean) => {
    const times: number[] = [];
    for (const hash of hashes) {
      const begun = performance.now();
      const found = await calls.find([hash]);
      times.push(performance.now() - begun);
      if (found.has(hash) !== isThere) throw new Error(`${hash} is ${isThere ? 'not' : ''} found.`);
    }
    return median(times);
  };
  const there = await timeOf(known, true);
  const others = Array.from({ length: lookups }, () => createCall().hash);
  return {
    'one that is there, ms': there,
    'one that is not, ms': await timeOf(others, false),
    'µs to store one': (storedMs * 1000) / count,
  };
}

/** So often a map runs with and without the index, in turns. */
const turns = 3;

/** How much longer a map over so many items takes with the index of calls, which has no answer to any of them. */
export async function measureMap(
  items: number,
  open: () => Promise<RunStores>,
  ask: (prompt: string) => Promise<string>,
): Promise<Figures> {
  const stores = await open();
  const clock = { now: Date.now, sleep };
  const book = new CallBook({ stores, clock, reuse: 'all', addressOf: () => undefined });
  const timeOf = async (turn: string, isIndexed: boolean): Promise<number> => {
    const plan = mapOf(items, turn);
    const execution = createRunRecord({ id: `map-${turn}`, workflowId: 'bench', plan, now: Date.now() });
    await stores.executions.create(execution);
    const start = performance.now();
    const calls = isIndexed ? book.open(execution) : undefined;
    let asked = 0;
    const generate = async ({ messages }: { readonly messages: readonly { readonly content: string }[] }) => {
      asked += 1;
      const content = await ask(messages.at(-1)?.content ?? '');
      return { content, finishReason: 'stop' as const, inputTokens: 10, outputTokens: 9, cachedTokens: 0 };
    };
    await runPlan({
      executionId: execution.id,
      workflowId: 'bench',
      plan,
      deps: {
        ...idle,
        ...stores,
        clock,
        files: { ...idle.files, list: async () => [] },
        models: { generate, keyState: () => 'ready', whenReady: async () => {} },
        answers: calls?.answers,
      },
      signal: new AbortController().signal,
      onEvents: (events) => calls?.follow(events),
      onDelta: () => {},
    });
    await calls?.close();
    if (asked !== items) throw new Error(`${asked} of ${items} were asked.`);
    return performance.now() - start;
  };
  await timeOf('warm', true);
  const [without, withIndex]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn += 1) {
    without.push(await timeOf(`${turn}-bare`, false));
    withIndex.push(await timeOf(`${turn}-index`, true));
  }
  // The quickest of each: those that were disturbed least.
  const [bare, indexed] = [Math.min(...without), Math.min(...withIndex)];
  return { 'without the index, ms': bare, 'with it, ms': indexed, ratio: indexed / bare };
}

const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** A map over texts that no other run has. */
function mapOf(items: number, turn: string): Plan {
  const each = { type: 'atomic', description: 'Weigh {{item}}.' };
  const list = Array.from({ length: items }, (_, index) => `thing ${turn}/${index}`);
  const weigh = { type: 'map', items: list, innerTask: each, limits: { timeoutMs: 0 } };
  const tasks: Readonly<Record<string, Task>> = { weigh: weigh as Task };
  const built = buildPlan({ defaultModel: 'lab:worker', tasks }, ['lab']);
  if (!built.ok) throw new Error(built.error[0]?.message);
  return built.value;
}

/** The answer of a server that streams, as it came. */
export async function askAt(server: string, prompt: string): Promise<string> {
  const body = JSON.stringify({ model: 'worker', messages: [{ role: 'user', content: prompt }], stream: true });
  const response = await fetch(`${server}/v1/chat/completions`, { method: 'POST', body });
  return `${(await response.text()).length} characters`;
}
