import { expect, it } from 'vitest';
import type { RunEvent } from '@/run/events';
import { createMemoryText } from '@/storage/memory/remote-text.testing';
import { RunHub } from './run-hub';

const run = { executionId: 'a', workflowId: 'w' };
const events = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ seq: from + at }) as RunEvent);
const seqs = (batch: readonly RunEvent[] | undefined) => batch?.map(({ seq }) => seq);
const never = new AbortController().signal;

it('wakes who waits, and keeps the newest events of a run that is watched', async () => {
  const hub = new RunHub(
    () => {},
    () => {},
  );
  hub.events(run, events(1, 3));
  const watch = hub.watch('a');
  expect(watch.recent(1)).toBeUndefined();
  const woken = watch.next(4, 60_000, never);
  hub.events(run, events(4, 6));
  await woken;
  expect([seqs(watch.recent(5)), seqs(watch.recent(7)), watch.recent(3)]).toEqual([[5, 6], [], undefined]);
  await watch.next(6, 60_000, never);
  hub.events(run, events(7, 1000));
  expect(seqs(watch.recent(1000))).toEqual([1000]);
  expect(watch.recent(800)).toBeUndefined();
  watch.close();
  expect(hub.watch('a').recent(1000)).toBeUndefined();
});

it('after a log was cut, goes on from there', () => {
  const hub = new RunHub(
    () => {},
    () => {},
  );
  const watch = hub.watch('a');
  hub.events(run, events(1, 9));
  hub.events(run, events(5, 6));
  expect([watch.recent(1), seqs(watch.recent(5))]).toEqual([undefined, [5, 6]]);
});

it('a wait ends on abort, and by its time', async () => {
  const watch = new RunHub(
    () => {},
    () => {},
  ).watch('a');
  const stop = new AbortController();
  const waiting = watch.next(1, 60_000, stop.signal);
  stop.abort();
  await waiting;
  await watch.next(1, 1, never);
});

it('gives streaming text to who asks for it, and drops it for who does not take it', async () => {
  const hub = new RunHub(
    () => {},
    () => {},
  );
  const [live, plain] = [hub.watch('a', true), hub.watch('a')];
  const say = (text: string, path = 'p') => hub.delta(run, { executionId: 'a', path, text });
  const woken = live.next(1, 60_000, never);
  say('On');
  await woken;
  say('ce');
  say('x', 'q');
  expect(live.live().map(({ path, text }) => [path, text])).toEqual([
    ['p', 'Once'],
    ['q', 'x'],
  ]);
  expect([live.live(), plain.live()]).toEqual([[], []]);
  for (let left = 1000; left > 0; left -= 1) say('y'.repeat(1000));
  expect(live.live().reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(65_536);
});

it('text that streams at another process is shown, as long as somebody looks on, and once', () => {
  const open = createMemoryText();
  const hubs = [open(), open(), open()].map(
    (text) =>
      new RunHub(
        () => {},
        () => {},
        text,
      ),
  );
  const [here, there, elsewhere] = hubs;
  if (here === undefined || there === undefined || elsewhere === undefined) throw new Error('Fewer than three.');
  const [own, first, second, plain] = [
    here.watch('a', true),
    there.watch('a', true),
    there.watch('a', true),
    elsewhere.watch('a'),
  ];
  const say = (text: string, call: string) => here.delta(run, { executionId: 'a', path: 'p', text, call });
  const texts = (watch: typeof own) => watch.live().map(({ text, call }) => [text, call]);
  say('On', '1');
  say('ce', '1');
  say('Anew', '2');
  const all = [
    ['Once', '1'],
    ['Anew', '2'],
  ];
  expect([own, first, second, plain].map(texts)).toEqual([all, all, all, []]);
  first.close();
  say('!', '2');
  expect([first, second].map(texts)).toEqual([[], [['!', '2']]]);
  second.close();
  const later = there.watch('a');
  say('?', '2');
  expect([later, second].map(texts)).toEqual([[], []]);
});
