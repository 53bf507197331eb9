import { afterEach, expect, it } from 'vitest';
import { closeNotice, dismissNotice, notify, onNotices, shownNotices } from './notices';

const titles = () => shownNotices().map(({ title }) => title);

afterEach(() => {
  for (const { key } of shownNotices()) closeNotice(key);
});

it('shows messages in order and replaces those of the same id', () => {
  notify({ tone: 'info', title: 'one', id: 'a' });
  notify({ tone: 'info', title: 'two' });
  notify({ tone: 'info', title: 'three', id: 'a' });
  expect(titles()).toEqual(['two', 'three']);
  dismissNotice('a');
  expect(titles()).toEqual(['two']);
});

it('lets the oldest make room for a new one', () => {
  for (const title of ['1', '2', '3', '4', '5']) notify({ tone: 'info', title });
  expect(titles()).toEqual(['2', '3', '4', '5']);
});

it('tells who listens', () => {
  let told = 0;
  const stop = onNotices(() => {
    told += 1;
  });
  notify({ tone: 'info', title: 'one' });
  stop();
  notify({ tone: 'info', title: 'two' });
  expect(told).toBe(1);
});
