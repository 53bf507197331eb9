import { expect, it } from 'vitest';
import type { AppError } from '@/base/errors';
import { nodeClock } from '@/cli/node-clock';
import { searchRuns } from '@/host/search-runs';
import { type EventOf, eventVersion, type RunEvent, type RunEventKind } from '@/run/events';
import type { SearchNews } from '@/run/search/found-run';
import type { RunQuery } from '@/run/search/run-query';
import { buildShortId } from '@/run/short-id';
import { execution } from '@/storage/samples.testing';
import type { RunStores } from '@/storage/stores';
import { describeEachRunStore } from './each-store';

const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, costUsd: 0.25, estimated: false };
const done = { status: 'COMPLETE', attempts: 1, usage: null, durationMs: 1 } as const;
const at = (task: string) => `task/${task}/attempt/1`;

type Draft<K extends RunEventKind> = Omit<EventOf<K>, 'v' | 'seq' | 't' | 'id' | 'kind'>;

/** Stores a run event by event. */
class Written {
  #seq = 0;

  private constructor(
    readonly stores: RunStores,
    readonly id: string,
  ) {}

  static async begin(stores: RunStores, id: string, changes: Parameters<typeof execution>[1]): Promise<Written> {
    await stores.executions.create(execution(id, changes));
    return new Written(stores, id);
  }

  async add<K extends RunEventKind>(kind: K, draft: Draft<K>): Promise<number> {
    this.#seq += 1;
    const head = { v: eventVersion, seq: this.#seq, t: '2026-11-01T10:00:00.000Z', id: buildShortId(draft.path), kind };
    await this.stores.events.append(this.id, [{ ...head, ...draft } as unknown as RunEvent], 'strict');
    return this.#seq;
  }

  /** A call with its reply, as the engine writes it; resolves to the payloads of the prompt and the reply. */
  async call(task: string, prompt: string, reply: string, model = 'sim:fast'): Promise<readonly [string, string]> {
    const messages = JSON.stringify([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: prompt },
    ]);
    const ref = await this.stores.blobs.put(this.id, messages);
    const provider = model.split(':')[0] ?? '';
    const path = `${at(task)}/turn/1`;
    const start = prompt.slice(0, 200);
    const long = await this.stores.blobs.put(this.id, reply);
    const result = { result: reply.slice(0, 2000), full_result_len: reply.length, ref: long };
    await this.add('model.requested', { path, model, task: start, ref, data: { provider, turn: 1, attempt: 1 } });
    await this.add('model.replied', {
      path,
      model,
      ...result,
      data: { provider, finishReason: 'stop', usage, durationMs: 1 },
    });
    await this.add('task.completed', { path: `task/${task}`, ...result, data: done });
    return [ref, long];
  }

  end(failed = false): Promise<number> {
    return this.add(failed ? 'run.failed' : 'run.completed', { path: '', data: { durationMs: 5 } });
  }
}

const long = (words: string) => `${'filler '.repeat(60_000)}${words}${' more'.repeat(1000)}`;

/** Three runs of two workflows; the newest is `c`. */
async function fill(stores: RunStores) {
  const a = await Written.begin(stores, 'a', { startedAt: '2026-11-01T10:00:00.000Z', name: 'Harbour' });
  const refs = await a.call(
    'pilot',
    'When is the “high tide” in\nthe port of Lisbon?',
    long('At NOON, says the pilot.'),
  );
  await a.end();
  const b = await Written.begin(stores, 'b', {
    startedAt: '2026-11-02T10:00:00.000Z',
    workflowId: 'w2',
    name: 'Ships',
  });
  const tool = { tool: 'berth', arguments: { text: '{"ship":"Anna"}', length: 15 }, isError: false, durationMs: 1 };
  await b.add('tool.called', { path: `${at('moor')}/turn/1/tool/1`, result: 'Berth 7 at noon', data: tool });
  const error = { code: 'PROVIDER_ERROR', message: 'The pilot is asleep.', retryable: false } as const;
  await b.add('task.failed', { path: 'task/moor', error, data: { attempts: 1, usage: null, durationMs: 1 } });
  await b.end(true);
  const c = await Written.begin(stores, 'c', { startedAt: '2026-11-03T10:00:00.000Z', name: 'Harbour' });
  await c.call('pilot', 'When is low tide?', 'At dawn.', 'big:model-9');
  await c.call('pilot', 'When is low tide?', 'At dawn.', 'big:model-9');
  return { a: refs };
}

async function search(stores: RunStores, query: RunQuery, tell: (news: SearchNews) => void = () => {}) {
  const found = new Map<string, string[]>();
  const runs: SearchNews['found'][number]['run'][] = [];
  const texts: SearchNews['found'][number]['texts'][number][] = [];
  const end = await searchRuns(
    { stores, clock: nodeClock, owner: async () => 'here' },
    query,
    (news) => {
      for (const one of news.found) {
        if (!found.has(one.run.id)) runs.push(one.run);
        texts.push(...one.texts);
        const places = one.texts.map(({ seq, role }) => `${seq} ${role}`);
        found.set(one.run.id, [...(found.get(one.run.id) ?? []), ...places]);
      }
      tell(news);
    },
    new AbortController().signal,
  );
  return { found: Object.fromEntries(found), order: [...found.keys()], runs, texts, end };
}

describeEachRunStore('A search over all runs', (open) => {
  it('finds words of prompts and outputs, however long, newest first, each text once', async () => {
    const stores = await open();
    await fill(stores);
    const noon = await search(stores, { text: 'noon' });
    expect(noon.order).toEqual(['b', 'a']);
    // The reply of the model is the output of its task: it is told once, where the task ended.
    expect(noon.found).toEqual({ b: ['1 result'], a: ['3 output'] });
    expect(noon.texts[1]?.snippet).toMatch(/^.*filler At NOON, says the pilot\. more/);
    expect(noon.end).toEqual({ runs: 3, goneTexts: 0, goneRuns: 0, damagedRuns: 0, isWhole: true });
    expect(noon.runs[1]).toMatchObject({ number: 1, name: 'Harbour', workflowId: 'w1' });

    // Dry runs are counted apart.
    for (const [id, day] of [
      ['d', 4],
      ['e', 6],
    ] as const)
      await Written.begin(stores, id, { startedAt: `2026-11-0${day}T10:00:00.000Z`, isDry: true });
    await Written.begin(stores, 'f', { startedAt: '2026-11-05T10:00:00.000Z' });
    const numbered = (await search(stores, {})).runs.map(({ id, isDry, number }) => [id, isDry, number]);
    expect(numbered).toEqual([
      ['e', true, 2],
      ['f', undefined, 3],
      ['d', true, 1],
      ['c', undefined, 2],
      ['b', undefined, 1],
      ['a', undefined, 1],
    ]);

    // Words of a prompt as they were, not as JSON; the names of its fields are no words of it.
    expect((await search(stores, { text: '"tide” in\nthe port"' })).found).toEqual({ a: ['1 prompt'] });
    expect((await search(stores, { text: 'lisbon TIDE brief' })).found).toEqual({ a: ['1 prompt'] });
    expect((await search(stores, { text: 'role' })).found).toEqual({});
    expect((await search(stores, { text: 'low tide' })).found).toEqual({ c: ['4 prompt'] });
    expect((await search(stores, { text: 'pilot' })).found).toEqual({ b: ['2 error'], a: ['3 output'] });
    expect((await search(stores, { text: 'anna' })).found).toEqual({ b: ['1 arguments'] });
  });

  it('holds to every condition', async () => {
    const stores = await open();
    await fill(stores);
    await stores.executions.annotate('a', { starred: true, tags: ['Release'], note: 'The tide is right here.' });
    const ids = async (query: RunQuery) => (await search(stores, query)).order;
    expect(await ids({})).toEqual(['c', 'b', 'a']);
    expect(await ids({ workflowId: 'w2' })).toEqual(['b']);
    expect(await ids({ status: 'failed' })).toEqual(['b']);
    expect(await ids({ status: 'open' })).toEqual(['c']);
    expect(await ids({ starred: true })).toEqual(['a']);
    expect(await ids({ tag: 'release' })).toEqual(['a']);
    expect(await ids({ tag: 'rel' })).toEqual([]);
    expect(await ids({ model: 'MODEL-9' })).toEqual(['c']);
    expect(await ids({ costFrom: 0.3 })).toEqual(['c']);
    expect(await ids({ costFrom: 0.25, costTo: 0.25 })).toEqual(['a']);
    expect(await ids({ costTo: 0.3 })).toEqual(['b', 'a']);
    expect((await search(stores, { task: 'Moor' })).found).toEqual({ b: ['2 task'] });
    expect(await ids({ task: 'moor', text: 'tide' })).toEqual([]);
    expect(await ids({ text: 'tide', model: 'fast' })).toEqual(['a']);
    expect(await ids({ text: 'noon', place: 'prompts' })).toEqual([]);
    expect(await ids({ text: 'tide', place: 'outputs' })).toEqual([]);
    // A note is found with its run, and besides what is found in it.
    expect((await search(stores, { text: 'right tide' })).found).toEqual({ a: [] });
    expect((await search(stores, { text: 'tide', place: 'notes' })).found).toEqual({ a: [] });
    expect((await search(stores, { text: 'tide', tag: 'RELEASE' })).found).toEqual({ a: ['1 prompt'] });
  });

  it('says which texts are no longer stored, of which the start is still searched', async () => {
    const stores = await open();
    const { a } = await fill(stores);
    for (const ref of a) await stores.blobs.remove('a', ref);
    const { found, end } = await search(stores, { text: 'tide' });
    expect(found).toEqual({ c: ['4 prompt'], a: ['1 prompt'] });
    expect(end).toMatchObject({ goneTexts: 2, goneRuns: 1, damagedRuns: 0 });
    expect((await search(stores, { text: 'noon' })).found).toEqual({ b: ['1 result'] });
  });

  it('goes on when a run is removed in the middle of it, and ends when it is cancelled', async () => {
    const stores = await open();
    await fill(stores);
    const removing = await search(stores, { text: 'at' }, () => void stores.executions.remove('b'));
    expect(removing.order).toContain('c');
    expect(removing.end.isWhole).toBe(true);

    const stop = new AbortController();
    const host = { stores, clock: nodeClock, owner: async () => 'here' as const };
    const stopped = searchRuns(host, { text: 'at' }, () => stop.abort(), stop.signal);
    await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' } satisfies Partial<AppError>);
  });

  it('gives so many places of a run at most, and says that there are more', async () => {
    const stores = await open();
    const many = await Written.begin(stores, 'many', {});
    for (let n = 0; n < 30; n++)
      await many.add('task.completed', { path: `task/t${n}`, result: `tide ${n}`, data: done });
    let hasMore = false;
    const { found } = await search(stores, { text: 'tide' }, (news) => {
      hasMore ||= news.found.some((one) => one.hasMore);
    });
    expect([found['many']?.length, hasMore]).toEqual([20, true]);
  });
});
