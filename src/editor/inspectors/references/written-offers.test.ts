import { describe, expect, it } from 'vitest';
import type { ScopeName } from './names-in-scope';
import {
  findOpenName,
  insertOffer,
  listWrittenOffers,
  selectOffersInSight,
  type WrittenOffer,
  writeOutputName,
} from './written-offers';

const names: readonly ScopeName[] = [
  { name: 'tickets', kind: 'task', detail: 'Output of a task', taskPath: 'tickets' },
  { name: 'late', kind: 'task', detail: 'Not yet', taskPath: 'late', connects: { from: 'late', to: 'check' } },
];
const known = { values: new Map() };

const open = (text: string) => findOpenName('expression', text, text.length);
const offered = (text: string) => {
  const place = open(text);
  return place && listWrittenOffers('expression', text, place, names, known).map(({ name }) => name);
};

describe('what an expression can name', () => {
  it('is offered from the first letter: values, then functions, then tasks to connect', () => {
    expect(offered('size(t')).toEqual([
      'tasks.tickets.output',
      'type(value)',
      'timestamp(text)',
      'math.trunc(number)',
      'tasks.late.output',
    ]);
    expect(offered('tasks.la')).toEqual(['tasks.late.output']);
    expect(offered('output.size() > ti')?.[0]).toBe('tasks.tickets.output');
  });

  it('is nothing in a text, and only functions after a call', () => {
    expect(offered('"a" == "ti')).toBeUndefined();
    expect(offered('f(x).tick')).toEqual([]);
    expect(offered('f(x).tri')).toEqual(['text.trim()']);
  });

  it('takes the place of what is typed, a path as a whole', () => {
    const text = 'size(tasks["my-id"].out';
    expect(open(text)).toEqual({ from: 5, to: text.length, typed: 'tasks["my-id"].out' });
    expect(
      insertOffer('expression', 'size(ti) > 2', { from: 5, to: 7, typed: 'ti' }, { name: 'tasks.tickets' }),
    ).toEqual({
      text: 'size(tasks.tickets) > 2',
      cursor: 18,
    });
  });
});

/** Of values, functions, and tasks that are not connected. */
type Counts = readonly [number, number, number];

describe('what is offered in sight', () => {
  const list = (values: number, functions: number, unconnected: number): readonly WrittenOffer[] =>
    Object.entries({ values, functions, unconnected }).flatMap(([group, count]) =>
      Array.from({ length: count }, (_, index) => ({
        name: `${group}_${index}`,
        detail: '',
        group: group as WrittenOffer['group'],
      })),
    );

  it.each<readonly [Counts, Counts]>([
    [
      [20, 0, 0],
      [8, 0, 0],
    ],
    [
      [20, 9, 9],
      [4, 2, 2],
    ],
    [
      [20, 0, 1],
      [7, 0, 1],
    ],
    [
      [1, 9, 9],
      [1, 5, 2],
    ],
    [
      [0, 0, 9],
      [0, 0, 8],
    ],
    [
      [2, 1, 3],
      [2, 1, 3],
    ],
  ])('of %j is %j: eight in all, of each kind the first', (all, shown) => {
    expect(selectOffersInSight(list(...all))).toEqual(list(...shown));
  });
});

it('an output is named as the text names values', () => {
  expect(writeOutputName('template', 'a', [])).toBe('a');
  expect(writeOutputName('template', 'a', ['two words', 0])).toBe('a.output["two words"][0]');
  expect(writeOutputName('reference', 'a-b', ['x-y'])).toBe('a-b.output.x-y');
  expect(writeOutputName('expression', 'a-b', ['x-y', 2])).toBe('tasks["a-b"].output["x-y"][2]');
});
