import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '@/base/bytes';
import { eventVersion, type RunEvent } from '@/run/events';
import { buildShortId } from '@/run/short-id';
import { createMemoryStores } from '../memory/create-memory-stores';
import { completed, emptyPlan, events, execution } from '../samples.testing';
import type { Stores } from '../stores';
import { readRunFile } from './read-run-file';
import { writeRunFile } from './write-run-file';

const newStores = () => createMemoryStores({ now: () => 0 });
const envelope = (seq: number, path = '') =>
  ({ v: eventVersion, seq, t: '2026-01-01T00:00:00.000Z', path, id: buildShortId(path) }) as const;
const started: RunEvent = {
  ...envelope(1),
  kind: 'run.started',
  data: { planHash: emptyPlan.hash, workflowId: 'w1', taskCount: 0 },
};
const replied = (seq: number, ref: string): RunEvent => ({
  ...envelope(seq, 'task/a'),
  kind: 'output.stored',
  data: { stream: 'stdout', bytes: 1, storedBytes: 1, file: 'x', compressed: false },
  ref,
});

/** Stores a finished run with these payloads. */
async function keep(stores: Stores, payloads: readonly Uint8Array[], id = 'e1'): Promise<readonly string[]> {
  await stores.executions.create(execution(id));
  const refs: string[] = [];
  for (const bytes of payloads) {
    const writer = stores.blobs.open(id, { maxBytes: 1e9, compress: true });
    await writer.write(bytes.slice());
    refs.push((await writer.close()).hash);
  }
  const log = [started, ...refs.map((ref, index) => replied(index + 2, ref)), completed(refs.length + 2)];
  await stores.events.append(id, log, 'strict');
  return refs;
}

async function written(stores: Stores, wish: Partial<Parameters<typeof writeRunFile>[2]> = {}, id = 'e1') {
  const pages: Uint8Array[] = [];
  for await (const page of writeRunFile(stores, id, { payloads: true, secrets: [], ...wish })) pages.push(page);
  return joinBytes(pages);
}
async function* inPages(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.slice(from, from + size);
}
const read = (stores: Stores, file: Uint8Array | string, more: Partial<Parameters<typeof readRunFile>[1]> = {}) => {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  return readRunFile(inPages(bytes, 997), { stores, id: 'copy', workflowId: 'w2', now: 0, ...more });
};
/** The bytes as text with one character for each, which compares fast. */
async function bytesOf(stores: Stores, id: string, ref: string): Promise<string | undefined> {
  const pages = await stores.blobs.stream(id, ref);
  if (pages === undefined) return undefined;
  const all: Uint8Array[] = [];
  for await (const page of pages) all.push(page);
  return latin1(joinBytes(all));
}
const latin1 = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('latin1');
const linesOf = (file: Uint8Array) => new TextDecoder().decode(file).split('\n').slice(0, -1);

describe('a run as a file', () => {
  it('comes back as it was, with its payloads, wherever the file is cut on its way', async () => {
    const payload = fc.oneof(
      fc.uint8Array({ maxLength: 3000 }),
      fc.string({ unit: 'binary', maxLength: 3000 }).map((text) => new TextEncoder().encode(text)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(payload, { maxLength: 4 }),
        fc.integer({ min: 1, max: 5000 }),
        async (payloads, size) => {
          const stores = newStores();
          const refs = await keep(stores, payloads);
          const file = await written(stores);
          const other = newStores();
          const options = { stores: other, id: 'copy', workflowId: 'w2', now: 0 };
          const copy = await readRunFile(inPages(file, size), options);
          expect(copy).toEqual({
            ...(await stores.executions.get('e1')),
            id: 'copy',
            workflowId: 'w2',
            imported: true,
          });
          expect(await other.events.read('copy')).toEqual(await stores.events.read('e1'));
          for (const [index, ref] of refs.entries())
            expect(await bytesOf(other, 'copy', ref)).toBe(latin1(payloads[index]));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('has long payloads in parts, of text where they are text', async () => {
    const stores = newStores();
    const text = new TextEncoder().encode('Grüße, 🌍! '.repeat(40_000));
    const [ref = ''] = await keep(stores, [text]);
    const file = await written(stores);
    const lines = linesOf(file);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(200_000);
    expect(lines.filter((line) => line.includes('"payload"')).every((line) => line.includes('"utf8"'))).toBe(true);
    const other = newStores();
    await read(other, file);
    expect(await bytesOf(other, 'copy', ref)).toBe(latin1(text));
    expect(linesOf(await written(stores, { payloads: false })).some((line) => line.includes('"payload"'))).toBe(false);
  });

  it('of one that had not ended waits until a person resumes it', async () => {
    const stores = newStores();
    await stores.executions.create(execution('e1'));
    await stores.events.append('e1', [started, ...events(2, 3)], 'strict');
    const other = newStores();
    expect(await read(other, await written(stores))).toMatchObject({ status: 'waiting', lastSeq: 4 });
    expect((await other.events.read('copy', 4))[0]).toMatchObject({ kind: 'run.paused', data: { reason: 'person' } });
    const again = newStores();
    expect(await read(again, await written(other, {}, 'copy'))).toMatchObject({ status: 'waiting', lastSeq: 4 });
  });

  it('has no secret in it, neither in an event nor across the pages of a payload', async () => {
    const secret = 'sk-"12345"-é';
    const stores = newStores();
    const filler = 'x'.repeat(262_140);
    const refs = await keep(stores, [new TextEncoder().encode(`${filler}${secret}`), new TextEncoder().encode('fine')]);
    const said: RunEvent = {
      ...envelope(5, 'task/a'),
      kind: 'resource.warning',
      data: { message: `It is ${secret}.` },
    };
    await stores.events.append('e1', [said], 'strict');
    const file = await written(stores, { secrets: [secret, 'run', 'unused-one'] });
    const text = new TextDecoder().decode(file);
    for (const form of [secret, JSON.stringify(secret).slice(1, -1)]) expect(text).not.toContain(form);
    const other = newStores();
    await read(other, file);
    expect(await bytesOf(other, 'copy', refs[0] ?? '')).toBeUndefined();
    expect(await bytesOf(other, 'copy', refs[1] ?? '')).toBe('fine');
    expect((await other.events.read('copy', 5))[0]?.data).toEqual({ message: `It is ${'*'.repeat(secret.length)}.` });
  });

  it('that is not there cannot be written', async () => {
    await expect(written(newStores())).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('a file that is no run', () => {
  const refused = async (lines: readonly string[] | Uint8Array, more = {}) => {
    const stores = newStores();
    const file = lines instanceof Uint8Array ? lines : lines.map((line) => `${line}\n`).join('');
    const error = await read(stores, file, more).then(
      () => undefined,
      (thrown: unknown) => thrown as { code: string; message: string; details?: { line?: number } },
    );
    // Nothing of the import is stored.
    expect(await stores.executions.get('copy')).toBeUndefined();
    expect(await stores.events.read('copy')).toEqual([]);
    return [error?.code, error?.details?.line];
  };
  const whole = async () => {
    const stores = newStores();
    await keep(stores, [new TextEncoder().encode('one'), new Uint8Array(300_000).fill(200)]);
    return linesOf(await written(stores));
  };

  it('is refused with the number of the line, and nothing of it is kept', async () => {
    const lines = await whole();
    const changed = (line: number, text: string) => lines.map((old, index) => (index === line - 1 ? text : old));
    const cases: readonly [readonly string[], number][] = [
      [[], 1],
      [['no json'], 1],
      [['[1]'], 1],
      [['{"a":1}'], 1],
      [[...lines.slice(0, 1), ...lines.slice(2)], 2],
      [changed(3, lines[3] ?? ''), 3],
      [changed(2, JSON.stringify({ ...started, data: { ...started.data, planHash: 'another' } })), 2],
      [changed(3, JSON.stringify({ ...envelope(2), kind: 'unheard.of', data: {} })), 3],
      [changed(3, JSON.stringify({ ...events(2, 2)[0], t: 'soon' })), 3],
      [changed(6, (lines[5] ?? '').replace('one', 'two')), 6],
      [lines.filter((_, index) => index !== 6), 7],
      [lines.slice(0, 4), 4],
      [lines.slice(0, 7), 7],
      [[...lines.slice(0, 5), ...lines.slice(-1)], 6],
      [[...lines, ...lines], lines.length + 1],
      [['['.repeat(100_000) + ']'.repeat(100_000)], 1],
    ];
    for (const [file, line] of cases) expect(await refused(file)).toEqual(['VALIDATION_ERROR', line]);
    expect(await refused(new Uint8Array([0x7b, 0xff, 0x0a]))).toEqual(['VALIDATION_ERROR', 1]);
  });

  it('has what a person wrote about it, without secrets, and then says that it is of version 2', async () => {
    const stores = newStores();
    await keep(stores, []);
    const annotations = { starred: true, tags: ['release'], note: 'Key s3cret-of-the-harbour.' } as const;
    await stores.executions.annotate('e1', annotations);
    const file = await written(stores, { secrets: ['s3cret-of-the-harbour'] });
    expect(linesOf(file)[0]).toMatch(/^\{"heddle_run":2,/);
    const copy = newStores();
    const execution = await read(copy, file);
    expect(execution.annotations).toMatchObject({ starred: true, tags: ['release'] });
    expect(execution.annotations?.note).toMatch(/^Key (?!s3cret-of-the-harbour).+/);
    expect(linesOf(await written(copy, {}, 'copy'))[0]).toContain('"annotations"');
  });

  it('is refused if a newer Heddle wrote it', async () => {
    const [head = '', ...rest] = await whole();
    expect((await refused([head.replace('"heddle_run":2', '"heddle_run":3'), ...rest]))[0]).toBe('NEWER_VERSION');
    expect((await refused([head, '{"kind":"x","seq":1,"v":99}']))[0]).toBe('NEWER_VERSION');
  });

  it('is refused if a Heddle before 0.2.0 wrote it', async () => {
    const [head = '', ...rest] = await whole();
    const old = head.replace('"heddle_run":2', '"heddle_run":1').replace('"planVersion":6', '"planVersion":5');
    expect((await refused([old, ...rest]))[0]).toBe('OLDER_VERSION');
    expect((await refused([head, '{"kind":"x","seq":1,"v":4}']))[0]).toBe('OLDER_VERSION');
  });

  it('is refused if it is events without a plan, and taken with one', async () => {
    const log = (await whole()).slice(1, 5);
    expect(await refused(log)).toEqual(['VALIDATION_ERROR', 1]);
    const bare = log.map((line) => `${line}\n`).join('');
    const stores = newStores();
    expect(await read(stores, `${bare}{"metrics":{}}\n`, { plan: emptyPlan })).toMatchObject({
      status: 'completed',
      startedAt: started.t,
    });
    expect(await refused(log, { plan: { ...emptyPlan, hash: 'another' } })).toEqual(['VALIDATION_ERROR', 1]);
  });

  it('is refused wherever it breaks off', async () => {
    const bytes = new TextEncoder().encode((await whole()).map((line) => `${line}\n`).join(''));
    const places = fc.integer({ min: 0, max: bytes.length - 2 });
    await fc.assert(
      fc.asyncProperty(places, async (place) => {
        expect((await refused(bytes.slice(0, place)))[0]).toBe('VALIDATION_ERROR');
      }),
      { numRuns: 40 },
    );
  });
});
