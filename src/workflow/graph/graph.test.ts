import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDocument, documentOf, id } from '../sample.testing';
import { buildGraph, collectDownstream, collectUpstream, isMakingCycle, isWaitingFor } from './graph';

const graphOf = (tasks: Record<string, readonly string[]>) =>
  buildGraph(documentOf(Object.fromEntries(Object.entries(tasks).map(([task, dependsOn]) => [task, { dependsOn }]))));

describe('buildGraph', () => {
  const graph = graphOf({ report: ['review', 'test'], review: ['fetch'], test: ['fetch'], fetch: [], alone: [] });

  it('orders every task after what it waits for, else as the author did', () => {
    expect(graph.order).toEqual(['fetch', 'review', 'test', 'report', 'alone']);
    expect(graph.ids).toEqual(['report', 'review', 'test', 'fetch', 'alone']);
  });

  it('counts waves from the longest chain', () => {
    expect(Object.fromEntries(graph.wave)).toEqual({ fetch: 0, review: 1, test: 1, report: 2, alone: 0 });
  });

  it('leaves out dependencies that do not exist or stand twice', () => {
    const { dependencies, dependents } = graphOf({ a: ['ghost'], b: ['a', 'a'] });
    expect(dependencies.get(id('a'))).toEqual([]);
    expect(dependencies.get(id('b'))).toEqual(['a']);
    expect(dependents.get(id('a'))).toEqual(['b']);
  });

  it('finds every circle, a task that waits for itself too', () => {
    const { cycles, order } = graphOf({ a: ['c'], b: ['a'], c: ['b'], d: ['d'], e: ['a'] });
    expect(cycles).toEqual([['a', 'b', 'c'], ['d']]);
    expect(order.at(-1)).toBe('e');
  });

  it('is made once for the same tasks', () => {
    const document = documentOf({ a: {} });
    expect(buildGraph({ ...document, name: 'Other' })).toBe(buildGraph(document));
  });

  it('manages a long chain without running out of stack', () => {
    const tasks = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`t${n}`, [`t${n + 1}`]]));
    expect(graphOf({ ...tasks, t20000: [] }).order[0]).toBe('t20000');
  });
});

describe('reachability', () => {
  const graph = graphOf({ a: [], b: ['a'], c: ['b'], x: [] });

  it('knows what lies above and below', () => {
    expect([...collectUpstream(graph, id('c'))].sort()).toEqual(['a', 'b']);
    expect([...collectDownstream(graph, id('a'))].sort()).toEqual(['b', 'c']);
    expect(collectUpstream(graph, id('x')).size).toBe(0);
  });

  it('knows which wire would make a cycle', () => {
    expect(isMakingCycle(graph, id('c'), id('a'))).toBe(true);
    expect(isMakingCycle(graph, id('a'), id('a'))).toBe(true);
    expect(isMakingCycle(graph, id('a'), id('c'))).toBe(false);
    expect(isMakingCycle(graph, id('x'), id('a'))).toBe(false);
  });

  it('finds what lies far above, through many tasks', () => {
    const tasks = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`t${n}`, n > 0 ? [`t${n - 1}`] : []]));
    const long = graphOf({ ...tasks, aside: [] });
    for (const far of Array.from({ length: 40 }, (_, n) => id(`t${n}`))) {
      expect(isWaitingFor(long, id('t199'), far)).toBe(true);
      expect(isWaitingFor(long, far, id('t199'))).toBe(false);
    }
    expect(isWaitingFor(long, id('t199'), id('aside'))).toBe(false);
  });

  it('agrees with itself on any graph', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const any = buildGraph(document);
        const circling = new Set(any.cycles.flat());
        const place = new Map(any.order.map((task, index) => [task, index]));
        expect([...any.order].sort()).toEqual([...any.ids].sort());
        for (const task of any.ids) {
          const above = collectUpstream(any, task);
          expect(above.has(task)).toBe(circling.has(task));
          for (const other of any.ids) {
            expect(isWaitingFor(any, task, other)).toBe(above.has(other));
            expect(collectDownstream(any, other).has(task)).toBe(above.has(other));
            if (!above.has(other) || collectUpstream(any, other).has(task)) continue;
            expect(place.get(other)).toBeLessThan(place.get(task) ?? -1);
            expect(any.wave.get(other)).toBeLessThan(any.wave.get(task) ?? -1);
          }
        }
      }),
    );
  });
});
