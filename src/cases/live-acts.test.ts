import { expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { TestCase } from '@/workflow/test-case-schema';
import { explainForbidden, findActKind, formatLiveAct, isKindAllowed, listLiveActs } from './live-acts';
import type { PreparedCase } from './prepare-case';

const server = { url: 'https://mail.example/mcp' };
const tools = {
  refund: { http: { url: 'https://shop.example/{{id}}', method: 'POST' }, description: 'Pays back' },
  ask: { http: { url: 'https://shop.example/ask', body: { a: 1 } } },
  track: { mcp: { ...server, tool: 'find' } },
  mail: { mcp: { ...server, tool: '*' } },
  count: { script: { content: 'wc' } },
};
const tasks = {
  pay: { description: 'Pay', tools: ['refund', 'list_files'] },
  again: { description: 'Pay again', tools: ['refund'], toolMode: 'exclusive' },
  pinned: { type: 'tool', tool: 'ask', pinned: 'done' },
  look: { description: 'Look', tools: ['mail.*', 'track'], toolMode: 'exclusive' },
  sum: { type: 'script', script: { language: 'javascript', content: '1' } },
};
const workflow = JSON.stringify({ tasks, tools });

function prepare(test: TestCase, text = workflow): PreparedCase {
  const written = JSON.parse(text) as { readonly tasks: Record<string, object>; readonly tools: object };
  const plan = planOf(written.tasks, { tools: written.tools });
  return { found: { id: 'one', testId: 'one', test, row: {} }, plan, variables: {} };
}

const list = (test: TestCase, text?: string) =>
  listLiveActs(prepare(test, text)).map(({ kind, name, target, description }) =>
    [kind, name, target, description].filter(Boolean).join(' | '),
  );

it('a test that does not say live does nothing outside', () => {
  expect([list({}), list({ tools: 'mock' }), list({ tools: 'recorded' })]).toEqual([[], [], []]);
});

it('what a live test may do is listed once each, with where it goes, but for what a mock answers or a pin gives', () => {
  expect(list({ tools: 'live', mock: { tools: { ask: [] } } })).toEqual([
    'tool | refund | POST https://shop.example/{{id}} | Pays back',
    'tool | track | find of the server https://mail.example/mcp',
    'script | count | a script in bash',
    'tool | mail.* | any tool of the server https://mail.example/mcp',
    'script | sum | a script in JavaScript',
  ]);
  expect(list({ tools: 'live' })).toContain('tool | ask | POST https://shop.example/ask');
});

it('consent is for just what was listed: anything written otherwise is another act', () => {
  const before = listLiveActs(prepare({ tools: 'live' }));
  const allowed = new Set(before.map(({ key }) => key));
  const isAllowed = ({ key }: { readonly key: string }) => allowed.has(key);
  expect(explainForbidden(prepare({ tools: 'live' }), isAllowed)).toBeUndefined();
  for (const [from, to] of [
    ['shop.example/{{id}}', 'thief.example/{{id}}'],
    ['"method":"POST"', '"method":"DELETE"'],
    ['{"a":1}', '{"a":2}'],
    ['"tool":"find"', '"tool":"remove"'],
    ['"content":"1"', '"content":"2"'],
  ] as const) {
    const other = prepare({ tools: 'live' }, workflow.replaceAll(from, to));
    expect(explainForbidden(other, isAllowed), to).toMatch(/^It was not run: you did not allow .*\(.*\)\.$/);
  }
});

it('nothing hides in what an act is called and where it goes', () => {
  const hidden = { pay: { http: { url: 'https://shop.example/\u202e{{id}}' } } };
  const text = JSON.stringify({ tasks: { a: { description: 'Pay', tools: ['pay'] } }, tools: hidden });
  expect(listLiveActs(prepare({ tools: 'live' }, text)).map(formatLiveAct)).toEqual([
    'pay (GET https://shop.example/\\u202e{{id}})',
  ]);
});

it('of a kind all or nothing is performed, and nothing where nothing was listed', () => {
  const acts = listLiveActs(prepare({ tools: 'live' }));
  const [first] = acts;
  expect(isKindAllowed('tool', acts, undefined)).toBe(true);
  expect(isKindAllowed('tool', acts, () => true)).toBe(true);
  expect(isKindAllowed('tool', acts, (act) => act === first)).toBe(false);
  expect(isKindAllowed('script', [], () => true)).toBe(false);
  const one = acts.filter(({ isWhole }) => !isWhole);
  expect([findActKind('count', acts), findActKind('send', acts), findActKind('send', one)]).toEqual([
    'script',
    'tool',
    undefined,
  ]);
});
