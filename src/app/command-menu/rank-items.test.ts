import { expect, it } from 'vitest';
import { actions } from '@/editor/actions/actions';
import { describeNeed } from './action-needs';
import { type DraftItem, type MenuItem, toItem } from './menu-item';
import { ItemRanking, type RankedItems } from './rank-items';
import { readRecentItems, rememberItem } from './recent-items';

const item = (label: string, more: Partial<DraftItem> = {}): MenuItem =>
  toItem({ id: label, kind: 'task', label, run: () => undefined, ...more });
function rankItems(items: readonly MenuItem[], query: string, recent: readonly string[], limit: number): RankedItems {
  const ranking = new ItemRanking(query, recent, limit);
  for (const one of items) ranking.add(one);
  return ranking.result();
}
const labels = (items: readonly MenuItem[], query: string, recent: readonly string[] = [], limit = 10) =>
  rankItems(items, query, recent, limit).items.map(({ id }) => id);

const items = [
  item('Run', { kind: 'action' }),
  item('Run to here', { kind: 'action', needs: 'Select a task first' }),
  item('Run 12', { kind: 'run', detail: 'Failed, Today 14:02' }),
  item('fetch_web', { detail: 'Atomic in group', also: 'Fetch the web' }),
  item('prune'),
];

it('lists what begins with the words first, and what cannot be run last', () => {
  expect(labels(items, 'run')).toEqual(['Run', 'Run 12', 'prune', 'Run to here']);
});

it('finds by what an item is and where it is, together with its name', () => {
  expect(labels(items, 'failed')).toEqual(['Run 12']);
  expect(labels(items, 'atomic web')).toEqual(['fetch_web']);
  expect(labels(items, 'web failed')).toEqual([]);
});

it('puts recent items first: all of them without a query, else among equals', () => {
  expect(labels(items, '', ['prune', 'gone', 'fetch_web']).slice(0, 3)).toEqual(['prune', 'fetch_web', 'Run']);
  const alike = [item('web one'), item('web two')];
  expect(labels(alike, 'web', ['web two'])).toEqual(['web two', 'web one']);
});

it('counts all that fit, and lists no more than asked for', () => {
  const many = Array.from({ length: 500 }, (_, index) => item(`task_${index}`));
  expect(rankItems(many, 'task', [], 60)).toMatchObject({ fitting: 500, items: { length: 60 } });
  expect(labels(many, '499')).toEqual(['task_499']);
});

it('remembers the last ones, without duplicates, and survives a storage that holds something else', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  for (const id of ['a', 'b', 'a']) rememberItem(id, storage);
  expect(readRecentItems(storage)).toEqual(['a', 'b']);
  for (const broken of ['{', '{}', '[1]']) expect(readRecentItems({ getItem: () => broken })).toEqual([]);
});

it('says of every action that may be disabled what it needs', () => {
  const silent = actions.filter((action) => action.enabled && describeNeed(action) === 'Not available now');
  expect(silent.map(({ id }) => id)).toEqual([]);
});
