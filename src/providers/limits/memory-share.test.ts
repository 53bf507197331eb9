import { describe, expect, it } from 'vitest';
import { createMemoryShare } from './memory-share';

const never = new AbortController().signal;
const aborted = AbortSignal.abort();

/** Work that ends when it is told to, and notes when it begins and ends. */
function work(log: string[], name: string) {
  let end: (error?: Error) => void = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve() : reject(error));
  });
  const run = async () => {
    log.push(`${name} begins`);
    await ended;
    log.push(`${name} ends`);
    return name;
  };
  return { run, end: (error?: Error) => end(error) };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('work of one name', () => {
  it('runs one after the other, in the order of the calls, also if one fails; of another name beside it', async () => {
    const share = createMemoryShare();
    const log: string[] = [];
    const [a, b, c, other] = ['a', 'b', 'c', 'other'].map((name) => work(log, name));
    if (!a || !b || !c || !other) throw new Error('There are four.');
    const all = [a, b, c].map(({ run }) => share.alone('x', never, run).catch((error: Error) => error.message));
    const beside = share.alone('y', never, other.run);
    await settle();
    expect(log).toEqual(['a begins', 'other begins']);
    other.end();
    expect(await beside).toBe('other');
    a.end(new Error('failed'));
    await settle();
    c.end();
    await settle();
    expect(log.slice(3)).toEqual(['b begins']);
    b.end();
    expect(await Promise.all(all)).toEqual(['failed', 'b', 'c']);
    expect(log.slice(3)).toEqual(['b begins', 'b ends', 'c begins', 'c ends']);
    // The line is empty again.
    expect(await share.alone('x', never, async () => 'd')).toBe('d');
  });

  it('leaves the line when it is cancelled, and is not begun', async () => {
    const share = createMemoryShare();
    const log: string[] = [];
    const [a, b, c] = ['a', 'b', 'c'].map((name) => work(log, name));
    if (!a || !b || !c) throw new Error('There are three.');
    await expect(share.alone('x', aborted, a.run)).rejects.toMatchObject({ code: 'CANCELLED' });
    const stop = new AbortController();
    const first = share.alone('x', never, a.run);
    const second = share.alone('x', stop.signal, b.run);
    const third = share.alone('x', never, c.run);
    stop.abort();
    await expect(second).rejects.toMatchObject({ code: 'CANCELLED' });
    a.end();
    c.end();
    await Promise.all([first, third]);
    expect(log).toEqual(['a begins', 'a ends', 'c begins', 'c ends']);
  });
});

describe('places of one name', () => {
  it('are as many as there are, given back one by one, in the order of the calls', async () => {
    const share = createMemoryShare();
    const taken: string[] = [];
    const take = async (name: string, signal = never, count = 2) => {
      const giveBack = await share.place('x', count, signal);
      taken.push(name);
      return giveBack;
    };
    const stop = new AbortController();
    const [a, b] = [await take('a'), await take('b')];
    const [c, d, e] = [take('c'), take('d', stop.signal), take('e')];
    await settle();
    expect(taken).toEqual(['a', 'b']);
    stop.abort();
    await expect(d).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(share.place('x', 2, aborted)).rejects.toMatchObject({ code: 'CANCELLED' });
    await share.place('y', 1, never);
    a();
    await settle();
    expect(taken).toEqual(['a', 'b', 'c']);
    b();
    await settle();
    expect(taken).toEqual(['a', 'b', 'c', 'e']);
    // Fewer places than are taken: two have to go.
    const f = take('f', never, 1);
    (await c)();
    await settle();
    expect(taken).toHaveLength(4);
    (await e)();
    await f;
    expect(taken).toEqual(['a', 'b', 'c', 'e', 'f']);
  });
});

it('a state is stored in memory, or where it is told to', async () => {
  const share = createMemoryShare();
  expect(await share.load('lab')).toBeUndefined();
  await share.save('lab', 1);
  expect([await share.load('lab'), await share.load('other')]).toEqual([1, undefined]);
  const store = { load: async (id: string) => `of ${id}`, save: async () => undefined };
  expect(await createMemoryShare(store).load('lab')).toBe('of lab');
});
