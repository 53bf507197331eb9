import { expect, it } from 'vitest';
import { createScope } from '@/workflow/expressions/environment';
import { buildFilesChanged, maxFilesListed } from './files-changed';
import { computeTaskRank } from './rank';
import { buildScriptRequest } from './script-request';

const environment = createScope('variables', { who: 'Ada', n: { deep: 2 } });
const limits = { timeoutMs: 5000, maxStoredBytes: 1234 };

it('a script gets its inputs as JSON and as variables, and what it says itself instead', () => {
  const inputs = { text: 'a', 'two-words': 2, PATH: 'evil', 'dotted.name': { b: true } };
  expect(buildScriptRequest(undefined, 'echo', inputs, environment, limits)).toEqual({
    language: 'bash',
    content: 'echo',
    stdin: JSON.stringify(inputs),
    env: { text: 'a', two_words: '2', dotted_name: '{"b":true}' },
    timeoutMs: 5000,
    maxOutputBytes: 1234,
  });
  const script = {
    language: 'python',
    stdin: 'for {{who}}',
    env: { PATH: '/own/{{n.deep}}', text: 'other' },
    timeoutMs: 7,
  } as never;
  expect(buildScriptRequest(script, 'x', inputs, environment, limits, { text: 'a', other: 'b' })).toEqual({
    language: 'python',
    content: 'x',
    stdin: 'for Ada',
    env: { text: 'other', other: 'b', PATH: '/own/2' },
    timeoutMs: 7,
    maxOutputBytes: 1234,
  });
});

it('a script without a limit has the longest that there is, and a template without a value is a failure', () => {
  const open = { ...limits, timeoutMs: 0 };
  expect(buildScriptRequest(undefined, 'x', {}, environment, open)).toMatchObject({
    stdin: '{}',
    timeoutMs: 2 ** 31 - 1,
  });
  for (const script of [{ stdin: '{{nobody}}' }, { env: { A: '{{nobody}}' } }]) {
    expect(() => buildScriptRequest(script as never, 'x', {}, environment, limits)).toThrow(
      expect.objectContaining({ code: 'TASK_FAILURE' }),
    );
  }
});

it('the files that an effect changed are listed up to a number, and not known beyond', () => {
  const listed = Array.from({ length: maxFilesListed }, (_, index) => `/${index}`);
  expect(buildFilesChanged({})).toEqual({});
  expect(buildFilesChanged({ filesChanged: [] })).toEqual({ filesChanged: [] });
  expect(buildFilesChanged({ filesChanged: listed })).toEqual({ filesChanged: listed });
  for (const filesChanged of [null, [...listed, '/more']]) {
    expect(buildFilesChanged({ filesChanged })).toEqual({ filesChanged: null });
  }
});

it('tasks that are ready go by their priority, and then in the order of the author', () => {
  const ranks = (['critical', 'high', 'normal', 'low'] as const).flatMap((priority) =>
    [0, 1, 1_000_000].map((order) => computeTaskRank({ priority, order })),
  );
  expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
  expect(new Set(ranks).size).toBe(ranks.length);
});
