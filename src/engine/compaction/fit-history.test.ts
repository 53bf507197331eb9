import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { ModelRequest } from '../ports/model-client';
import { turns } from '../testing/calling-model.testing';
import { promptOf } from '../testing/nested.testing';
import { createWorld } from '../testing/world.testing';
import { fitHistory } from './fit-history';
import { buildHistoryText } from './history-text';
import { formatTaskTitle } from './templates';

const files = ['list_files', 'read_file'];
const agents = { full: { model: 'sim:full', contextTransfer: 'full' } };
const off = { mode: 'none' };
const limits = { maxOutputTokens: 1000, maxContextWindowFraction: 1 };

/**
 * Tasks whose outputs have so many characters, one after the other, and a last one that is sent all of them. The window
 * has `windowTokens`.
 */
async function sentHistory(sizes: readonly number[], windowTokens: number, compaction?: object) {
  const ids = sizes.map((_, index) => `t${index}`);
  const tasks = ids.map((id, index) => [
    id,
    { dependsOn: ids.slice(0, index), context: off, limits: { ...limits, maxContextWindowFraction: 1 } },
  ]);
  const answer = (request: ModelRequest) => {
    const index = Number(/Do t(\d+)/.exec(promptOf(request))?.[1] ?? -1);
    return request.model.model === 'full' ? 'ok' : `Decision: d${index}\n${'x'.repeat(sizes[index] ?? 0)}`;
  };
  const world = createWorld({ answer, windowTokens });
  const plan = planOf(
    {
      ...Object.fromEntries(tasks),
      last: { description: 'Go on.', agent: 'full', tools: files, dependsOn: ids, context: off, limits },
    },
    { agents, ...(compaction === undefined ? {} : { compaction }) },
  );
  const status = await world.run(plan);
  const request = world.models.requests.find((one) => one.model.model === 'full');
  const text = request?.messages.map(({ content }) => content).join('\n') ?? '';
  const found = [...text.matchAll(/<task id="(\w+)"( compacted="true")?>/g)];
  return {
    status,
    text,
    whole: found.flatMap(([, id, short]) => (short === undefined ? [id] : [])),
    short: found.flatMap(([, id, short]) => (short === undefined ? [] : [id])),
  };
}

describe('a history that does not fit into the window', () => {
  it('loses its oldest tasks, and says so', async () => {
    // 1000 tokens may be sent, about 300 of them for tools.
    const { whole, text } = await sentHistory([1000, 1000, 1000], 2000);
    expect(whole).toEqual(['t1', 't2']);
    expect(text).toContain('<history>\n[1 earlier task is left out for want of room]\n<task id="t1">');
  });

  it('is compacted from its oldest task on, where compaction is on', async () => {
    const { whole, short, text } = await sentHistory([1000, 1000, 1000], 2000, { trigger: 'manual' });
    expect([short, whole]).toEqual([['t0'], ['t1', 't2']]);
    expect(text).toContain('Decision: d0');
  });

  it('keeps what was decided, where even what stands for its tasks does not fit', async () => {
    const { short, text } = await sentHistory(
      Array.from({ length: 12 }, () => 900),
      2000,
      { trigger: 'manual' },
    );
    expect(short).toHaveLength(12);
    for (let index = 0; index < 12; index++) expect(text).toContain(`Decision: d${index}\n`);
  });

  it('tells of one task the latest messages, and says how many are left out', async () => {
    const said = 'y'.repeat(1500);
    const world = createWorld({
      windowTokens: 2000,
      answer: (request) =>
        request.model.model === 'full'
          ? 'ok'
          : turns([{ name: 'list_files', args: { pad: 'z'.repeat(1500) } }], [{ name: 'list_files' }], said)(request),
    });
    const plan = planOf(
      {
        a: { limits, context: off, tools: files },
        last: { description: 'Go on.', agent: 'full', tools: files, dependsOn: ['a'], context: off, limits },
      },
      { agents },
    );
    expect(await world.run(plan)).toBe('completed');
    const text = promptOf(world.models.requests.at(-1) as ModelRequest);
    expect(text).toMatch(/<task id="a">\n\[[1-5] earlier messages are left out for want of room\]\n\n/);
    expect(text).toContain(`[assistant]\n${said}\n</task>`);
  });

  it('never makes a request too long, and always tells the latest first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1900, max: 4000 }),
        fc.constantFrom(undefined, { trigger: 'manual' }, { trigger: 'on_complete', strategy: 'comprehensive' }),
        async (sizes, windowTokens, compaction) => {
          const { status, text, whole, short } = await sentHistory(sizes, windowTokens, compaction);
          expect(status).toBe('completed');
          expect(Math.ceil(text.length / 4)).toBeLessThanOrEqual(windowTokens - 1000);
          const all = sizes.map((_, index) => `t${index}`);
          const shown = [...short, ...whole];
          expect(all.slice(all.length - shown.length)).toEqual([...shown].sort());
          if (compaction?.trigger === 'manual') expect(shown).toEqual([...shown].sort());
        },
      ),
      { numRuns: 40 },
    );
  });
});

it('a digest that is cut down says how its task ended, with its errors and decisions alone', async () => {
  const range = (name: string, error?: string) => ({
    range: { path: name, name, order: 1, content: { text: '', length: 0 }, ...(error !== undefined && { error }) },
    rangeText: { name, text: `first\n${'x'.repeat(300)}\nError: e of ${name}\nDecision: d`, isShort: true },
  });
  const room = { tokens: 400, count: (text: string) => text.length };
  const ranges = [range('good'), range('bad', 'No')];
  const { kept, leftOut } = await fitHistory(ranges, room, { compacts: false } as never, {} as never);
  expect(leftOut).toBe(0);
  expect(kept.map(({ rangeText }) => rangeText.text)).toEqual([
    `${formatTaskTitle('good', false)}\nError: e of good\nDecision: d`,
    `${formatTaskTitle('bad', true)}\nError: e of bad\nDecision: d`,
  ]);
  expect(formatTaskTitle('bad', true)).not.toBe(formatTaskTitle('bad', false));
  const none = await fitHistory(ranges, { ...room, tokens: 1 }, { compacts: false } as never, {} as never);
  expect(none).toEqual({ kept: [], leftOut: 0 });
});

describe('the room of a history', () => {
  const history = (name: string, length: number, isShort = false) => ({
    range: { path: name, name, order: 1, content: { text: '', length: 0 } },
    rangeText: { name, text: name.repeat(length), isShort },
  });
  const count = (text: string) => text.length;
  const sizeOf = (ranges: readonly ReturnType<typeof history>[], leftOut = 0) =>
    count(
      buildHistoryText(
        ranges.map(({ rangeText }) => rangeText),
        leftOut,
      ),
    );
  const fitInto = (ranges: readonly ReturnType<typeof history>[], tokens: number) =>
    fitHistory(ranges, { tokens, count }, { compacts: false } as never, { journal: { read: async () => '' } } as never);

  it('may be filled to its last token', async () => {
    const [a, b, c] = [history('a', 200), history('b', 200), history('c', 200)];
    expect(await fitInto([a], sizeOf([a]))).toEqual({ kept: [a], leftOut: 0 });
    expect(await fitInto([b, c], sizeOf([b]) + sizeOf([c]))).toEqual({ kept: [b, c], leftOut: 0 });
    expect(await fitInto([a, b, c], sizeOf([b, c], 1))).toEqual({ kept: [b, c], leftOut: 1 });
    expect(await fitInto([a, b, c], sizeOf([b, c], 1) - 1)).toEqual({ kept: [c], leftOut: 2 });
  });

  it('has to hold the line that counts what is left out, too', async () => {
    const [a, b] = [history('a', 200), history('b', 200)];
    expect(await fitInto([a, b], sizeOf([b], 1))).toEqual({ kept: [b], leftOut: 1 });
    expect(await fitInto([a, b], sizeOf([b], 1) - 1)).toEqual({ kept: [], leftOut: 2 });
    expect(await fitInto([a, b], sizeOf([], 2))).toEqual({ kept: [], leftOut: 2 });
    expect(await fitInto([a, b], sizeOf([], 2) - 1)).toEqual({ kept: [], leftOut: 0 });
  });

  it('leaves a digest as it is once there is room', async () => {
    const [a, b] = [history('a', 2000, true), history('b', 300, true)];
    const cut = { ...a, rangeText: { ...a.rangeText, text: formatTaskTitle('a', false) } };
    expect(await fitInto([a, b], sizeOf([cut]) + sizeOf([b]))).toEqual({ kept: [cut, b], leftOut: 0 });
  });
});
