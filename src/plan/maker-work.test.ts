import { describe, expect, it } from 'vitest';
import { extractMakerWork, findWebHost, readMakerWork, sourceLimits } from './maker-work';

describe('what makers’ tools did', () => {
  it('is told call by call, each with what came of it, without what is its maker’s alone', () => {
    const work = extractMakerWork({
      by: 'lab:m',
      parts: [
        { kind: 'maker', id: 'a', name: 'web_search', input: 'tides', block: { secret: 1 } },
        { kind: 'maker', id: 'b', name: 'look', input: '{}' },
        { kind: 'maker', id: 'a', name: 'web_search', result: 'A page', isError: true, block: { secret: 2 } },
        { kind: 'text', length: 3 },
      ],
    });
    expect(work).toEqual({
      calls: [
        { id: 'a', name: 'web_search', input: 'tides', result: 'A page', isError: true },
        { id: 'b', name: 'look', input: '{}' },
      ],
      sources: [],
    });
    expect(extractMakerWork({ by: 'lab:m', parts: [{ kind: 'text', length: 3 }] })).toBeUndefined();
  });

  it.each([
    ['https://example.com/a?b#c', 'example.com'],
    ['HTTP://example.com:8080', 'example.com:8080'],
    ['javascript:alert(1)', undefined],
    ['java\nscript:alert(1)', undefined],
    ['https://user:word@example.com', undefined],
    ['https:\\\\example.com', undefined],
    ['data:text/html,x', undefined],
    ['//example.com', undefined],
    ['https://a b', undefined],
    ['', undefined],
  ])('links %j as of %s', (url, host) => {
    expect(findWebHost(url)).toBe(host);
  });

  it('is not read where a record was changed to link elsewhere, or to more than there may be', () => {
    const read = (sources: unknown) => readMakerWork(JSON.stringify({ calls: [], sources }));
    expect(read([{ url: 'https://example.com' }])?.sources).toHaveLength(1);
    expect(read([{ url: 'javascript:alert(1)' }])).toBeUndefined();
    expect(read(Array(sourceLimits.count + 1).fill({ url: 'https://example.com' }))).toBeUndefined();
    expect(readMakerWork('{')).toBeUndefined();
  });
});
