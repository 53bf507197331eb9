import { describe, expect, it } from 'vitest';
import { completeFunction, findFunctionPlace, listFunctionOffers } from './function-offers';

const offered = (before: string) => {
  const place = findFunctionPlace(before);
  return place && listFunctionOffers(place).map(({ on, call }) => `${on ?? ''}.${call}`);
};

describe('the functions that are offered while an expression is typed', () => {
  it.each([
    ['tasks.a.content.repl', ['text.replace(part, by)']],
    ['inputs["x"].sor', ['list.sort()', 'list.sortBy(item, key)']],
    ['1 + math.gr', ['math.greatest(a, b)']],
    ['greate', ['math.greatest(a, b)']],
    ['x > 1 && ha', ['.has(tasks.x)']],
    ['"a".startsW', ['text.startsWith(part)']],
  ])('%s', (before, calls) => expect(offered(before)).toEqual(calls));

  it('offers all of a namespace, and of values all that any value has', () => {
    expect(offered('sets.')).toHaveLength(3);
    expect(offered('tasks.a.output.')).toContain('list.max()');
    expect(offered('tasks.a.output.')).not.toContain('math.abs(number)');
  });

  it.each(['"tasks.a.co', "x == 'si", '1 + ', '', 'tasks.si'])(
    'offers none in a text, without a name, or for a task: %s',
    (before) => expect(offered(before)).toBeUndefined(),
  );

  it('offers none whose name is whole already', () => {
    expect(offered('tasks.a.content.trim')).toEqual([]);
    expect(offered('tasks.a.output.sort')).toEqual(['list.sortBy(item, key)']);
  });

  it('puts in a function with its brackets and the cursor for its arguments', () => {
    const complete = (before: string, after = '') => {
      const place = findFunctionPlace(before) ?? { typed: '' };
      const [first] = listFunctionOffers(place);
      return first && completeFunction(before + after, before.length, place, first);
    };
    expect(complete('x.repl', ' + 1')).toEqual({ inserted: 'replace()', text: 'x.replace() + 1', cursor: 10 });
    expect(complete('x.tri')).toEqual({ inserted: 'trim()', text: 'x.trim()', cursor: 8 });
    expect(complete('1 + grea', '(2)')).toEqual({
      inserted: 'math.greatest',
      text: '1 + math.greatest(2)',
      cursor: 18,
    });
  });
});
