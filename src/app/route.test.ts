import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRoute, parseRoute, type Route } from './route';

it('reads back every address that it writes', () => {
  const id = fc.string({ minLength: 1 });
  const route = fc.oneof<fc.Arbitrary<Route>[]>(
    fc.constant({ screen: 'home' }),
    fc.constant({ screen: 'start' }),
    fc.constantFrom('#/receive', '#w=q_-1').map((hash) => ({ screen: 'receive', hash })),
    fc.oneof(id, fc.webUrl({ withFragments: true })).map((address) => ({ screen: 'open', address })),
    fc.constant({ screen: 'models' }),
    id.map((workflowId) => ({ screen: 'models', workflowId })),
    id.map((workflowId) => ({ screen: 'tools', workflowId })),
    id.map((workflowId) => ({ screen: 'editor', workflowId })),
    id.map((workflowId) => ({ screen: 'plan', workflowId })),
    id.map((workflowId) => ({ screen: 'compare', workflowId })),
    id.map((workflowId) => ({ screen: 'compare-runs', workflowId })),
    fc
      .tuple(id, id, id)
      .map(([workflowId, first, second]) => ({ screen: 'compare-runs', workflowId, runs: { first, second } })),
  );
  fc.assert(
    fc.property(route, (one) => {
      expect(parseRoute(formatRoute(one))).toEqual(one);
    }),
  );
});

it('cuts an id that is longer than any, which is then as unknown as others', () => {
  expect(parseRoute(`#/w/${'x'.repeat(20_000)}`)).toEqual({ screen: 'editor', workflowId: 'x'.repeat(200) });
  const emoji = parseRoute(`#/w/a${encodeURIComponent('🎉'.repeat(200))}`);
  expect(formatRoute(emoji)).toBe(`#/w/a${encodeURIComponent('🎉'.repeat(99))}`);
});

it('takes an address that it does not know as no address', () => {
  for (const hash of [
    '',
    '#',
    '#/',
    '#/w',
    '#/w/',
    '#/w/a/b',
    '#/w/a/plan/b',
    '#/w/a/plan/b/c',
    '#/w/a/compare-runs/b',
    '#/w/a/compare-runs/b/c/d',
    '#/w/a/compare-runs/b/',
    '#/w/%E0%A4%A',
    '#/other',
    '#start',
    '#open=',
    '#open=%E0%A4%A',
  ]) {
    expect(parseRoute(hash)).toEqual({ screen: 'home' });
  }
});

it('takes the address that a link offers as it is written, or encoded', () => {
  const address = 'https://example.org/a%2Fb/flow.yaml?raw=1';
  for (const hash of [`#open=${address}`, `#open=${encodeURIComponent(address)}`]) {
    expect(parseRoute(hash)).toEqual({ screen: 'open', address });
  }
});
