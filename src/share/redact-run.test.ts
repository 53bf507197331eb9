import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase64 } from '@/base/base64';
import { encodeJson } from '@/base/json-text';
import { eventVersion, type RunEvent } from '@/run/events';
import { buildShortId } from '@/run/short-id';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { completed, emptyPlan, execution } from '@/storage/samples.testing';
import { readRunFile } from '@/storage/transfer/read-run-file';
import { writeRunFile } from '@/storage/transfer/write-run-file';
import { gatherRun, writeGathered } from './gathered-run';
import { prepareShare, type ShareOptions } from './prepare-share';
import { shareParts } from './share-parts';

const none: ShareOptions = {
  ...{ keys: false, mails: false, phones: false, patterns: [], names: [], secrets: [] },
  ...{ withWorkflow: true, parts: new Set(shareParts) },
};
const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, costUsd: 0, estimated: false };

/** A run in which a text is said in every place that an event has for it, as the engine cuts it. */
async function runThatSays(text: string, variables: Readonly<Record<string, string>> = {}) {
  const stores = createMemoryStores({ now: () => 0 });
  const plan = { ...emptyPlan, variables };
  await stores.executions.create({ ...execution('e1'), plan, annotations: { note: text.slice(0, 500) } });
  const messages = encodeJson([{ role: 'user', content: text }]);
  const [said, prompt] = [await stores.blobs.put('e1', text), await stores.blobs.put('e1', messages)];
  const start = { result: text.slice(0, 2000), full_result_len: text.length, ref: said };
  const payload = { text: text.slice(0, 2000), length: text.length, ref: said };
  const at = (seq: number, path: string) =>
    ({ v: eventVersion, seq, t: '2026-01-01T00:00:00.000Z', path, id: buildShortId(path) }) as const;
  const log: RunEvent[] = [
    { ...at(1, ''), kind: 'run.started', data: { planHash: plan.hash, workflowId: 'w1', taskCount: 1 } },
    {
      ...at(2, 'task/a/attempt/1/turn/1'),
      ...{ kind: 'model.requested', task: text.slice(0, 200), ref: prompt, model: 'sim:fast' },
      data: { provider: 'sim', turn: 1, attempt: 1 },
    },
    {
      ...{ ...at(3, 'task/a/attempt/1/turn/1'), ...start, kind: 'model.replied', model: 'sim:fast' },
      data: { provider: 'sim', finishReason: 'stop', usage, toolCalls: payload, durationMs: 1 },
    },
    {
      ...{ ...at(4, 'task/a/attempt/1/turn/1/tool/1'), ...start, kind: 'tool.called' },
      data: { tool: 'fetch', arguments: payload, isError: false, durationMs: 1 },
    },
    {
      ...{ ...at(5, 'task/a'), ...start, kind: 'task.completed' },
      data: { status: 'COMPLETE', attempts: 1, usage, returns: { [text.slice(0, 50)]: text }, durationMs: 1 },
    },
    completed(6),
  ];
  await stores.events.append('e1', log, 'strict');
  return gatherRun(writeRunFile(stores, 'e1', { payloads: true, secrets: [], documentOf: async () => text }));
}

async function* inOne(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** The run as whoever opens it has it. */
async function open(text: string) {
  const stores = createMemoryStores({ now: () => 0 });
  const options = { stores, id: 'copy', workflowId: 'w2', now: 0 };
  const opened = await readRunFile(inOne(text), options);
  return { stores, opened, events: await stores.events.read('copy') };
}

const key = `sk-proj-${'q7Xw'.repeat(10)}`;

describe('a run that is shared', () => {
  it('is as it was where nothing is taken out', async () => {
    const run = await runThatSays(`${'long '.repeat(1000)}end`);
    const share = prepareShare(run, none);
    expect(share.text).toBe(writeGathered(run));
    expect((await open(share.text)).opened).toMatchObject({ status: 'completed', imported: true });
  });

  it('has no piece of a key, wherever that stands in a text of whatever length', async () => {
    const before = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1900, max: 2100 }));
    await fc.assert(
      fc.asyncProperty(before, fc.integer({ min: 0, max: 5000 }), fc.boolean(), async (front, back, isJson) => {
        const said = `${'a '.repeat(front / 2)} ${key} ${'b '.repeat(back / 2)}`;
        const share = prepareShare(await runThatSays(isJson ? encodeJson({ said, list: [said] }) : said), {
          ...none,
          keys: true,
        });
        expect(share.suspects).toEqual([]);
        for (let at = 0; at + 12 <= key.length; at += 4) expect(share.text).not.toContain(key.slice(at, at + 12));
        const { stores, events } = await open(share.text);
        const replied = events[2];
        const whole = await stores.blobs.get('copy', replied?.ref ?? '');
        // What an event has of a text is still its start, and the length is that of the whole.
        expect(whole?.startsWith(replied?.result ?? '?')).toBe(true);
        expect(replied?.full_result_len).toBe(whole?.length);
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it('is not to be written while something in it looks like a key, and says where that is', async () => {
    const run = await runThatSays(`One\ntwo ${key}\nthree`);
    const { suspects } = prepareShare(run, none);
    expect(suspects).toEqual([
      { masked: 'sk-p••••••q7Xw', where: expect.stringMatching(/^\w+.* of task\/a.*event \d.*, line \d$/) },
    ]);
    expect(JSON.stringify(suspects)).not.toContain(key);
  });

  it('is without a key that a tool gave as base64, or in bytes', async () => {
    const image = new Uint8Array([0xff, 0xd8, ...new TextEncoder().encode(`Comment ${key}`), 0xff]);
    const said = encodeJson({ content: [{ type: 'image', data: encodeBase64(image), mimeType: 'image/jpeg' }] });
    const plain = await runThatSays(said);
    const run = { ...plain, payloads: new Map([...plain.payloads, ['f'.repeat(64), { bytes: image }]]) };
    const { suspects } = prepareShare(run, none);
    expect(suspects.map(({ where }) => where)).toEqual(expect.arrayContaining([expect.stringMatching(/in base64$/)]));
    const share = prepareShare(run, { ...none, keys: true });
    expect(share.suspects).toEqual([]);
    expect(share.text).not.toContain(encodeBase64(image).slice(4, -4));
    expect(share.run.payloads.has('f'.repeat(64))).toBe(false);
    await open(share.text);
  });

  it('is without the values of names, and what is known as a secret', async () => {
    const run = await runThatSays('Ask https://in.example/token with s3cret-of-the-harbour.', {
      TOKEN_URL: 'https://in.example/token',
    });
    const share = prepareShare(run, { ...none, names: ['TOKEN_URL'], secrets: ['s3cret-of-the-harbour', 'short'] });
    expect(share.text).not.toContain('in.example');
    expect(share.text).not.toContain('harbour');
    expect(share.text).toContain('Ask [TOKEN_URL] with [secret].');
    expect(share.found.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([{ value: 'TOKEN_URL' }, { value: 'secret' }]),
    );
    await open(share.text);
  });

  it('is without its workflow if that is not to be opened', async () => {
    const run = await runThatSays('heddle: 1');
    expect(prepareShare(run, none).run.head).toHaveProperty('document');
    expect(prepareShare(run, { ...none, withWorkflow: false }).run.head).not.toHaveProperty('document');
  });

  it('tells what is in it', async () => {
    const { contents } = prepareShare(await runThatSays('Fine.'), none);
    expect(contents).toMatchObject({
      events: 6,
      modelCalls: 1,
      toolCalls: 1,
      outputs: 1,
      models: ['sim:fast'],
      files: [],
    });
  });
});
