import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRoute, parseRoute, type Route } from './route';

it('reads back every address that it writes', () => {
  const id = fc.string({ minLength: 1 });
  const route = fc.oneof<fc.Arbitrary<Route>[]>(
    fc.constant({ screen: 'home' }),
    fc.constant({ screen: 'start' }),
    id.map((workflowId) => ({ screen: 'editor', workflowId })),
    id.map((workflowId) => ({ screen: 'plan', workflowId })),
  );
  fc.assert(
    fc.property(route, (one) => {
      expect(parseRoute(formatRoute(one))).toEqual(one);
    }),
  );
});

it('takes an address that it does not know as no address', () => {
  for (const hash of ['', '#', '#/', '#/w', '#/w/', '#/w/a/b', '#/w/a/plan/b', '#/w/%E0%A4%A', '#/other', '#start']) {
    expect(parseRoute(hash)).toEqual({ screen: 'home' });
  }
});
