import { expect, it } from 'vitest';
import { inOrder, isWaiting } from './in-order';

it('gives code in the order in which it was asked for, and goes on after what did not load', async () => {
  const done: string[] = [];
  let arrive: (code: string) => void = () => {};
  const late = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  const act = async (loading: Promise<string>) => done.push(await inOrder(loading));
  const all = [act(late), act(Promise.resolve('second')), act(Promise.reject(new Error('gone')))];
  all.push(act(Promise.resolve('fourth')));
  await Promise.resolve();
  expect([done, isWaiting()]).toEqual([[], true]);
  arrive('first');
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  await inOrder(Promise.resolve());
  expect(done).toEqual(['first', 'second', 'fourth']);
  await new Promise((resolve) => setTimeout(resolve));
  expect(isWaiting()).toBe(false);
});
