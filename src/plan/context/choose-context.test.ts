import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeUtf8Length } from '@/base/bytes';
import type { PlannedTask } from '../plan';
import { planOf } from '../plan.testing';
import { chooseContext, type Room } from './choose-context';
import { buildContextBlock } from './context-block';
import type { ContextPlan } from './context-plan';
import { EarlierOutputs, findAgentName } from './earlier-outputs';

/** An age in seconds at which an output is no longer recent. */
const longAgo = 1000;

interface Ended {
  readonly text?: string;
  readonly ageSecs?: number;
  readonly truncated?: boolean;
  readonly pruned?: boolean;
}

/** The context plan of the last task after the others have ended in this order; left out: in document order. */
function chosen(
  tasks: Readonly<Record<string, object>>,
  ended: Readonly<Record<string, Ended>> = Object.fromEntries(
    Object.keys(tasks)
      .slice(0, -1)
      .map((id) => [id, {}]),
  ),
  settings: object = {},
  room?: Room,
): ContextPlan & { readonly text: string } {
  const agents = { x: { model: 'sim:echo' }, y: { model: 'sim:echo' } };
  const { tasks: planned, ...graph } = planOf(tasks, { agents, ...settings });
  const outputs = new EarlierOutputs({ ...graph, tasks: planned });
  const texts = new Map<string, string>();
  for (const [order, [id, { text = id, ageSecs = longAgo, truncated = false, pruned = false }]] of Object.entries(
    ended,
  ).entries()) {
    const task = planned.find((each) => each.id === id) as PlannedTask;
    const agent = findAgentName(task);
    const own = {
      id,
      index: task.index,
      endedAt: -ageSecs * 1000,
      order,
      text,
      bytes: computeUtf8Length(text),
      truncated,
    };
    const output = { ...own, ...(agent === undefined ? {} : { agent }) };
    outputs.add(output);
    texts.set(id, text);
    if (pruned) outputs.prune(output);
  }
  const plan = chooseContext(planned.at(-1) as PlannedTask, outputs, { now: 0, room });
  return { ...plan, text: buildContextBlock(plan, (id) => texts.get(id) ?? '')[0]?.text ?? '' };
}

const told = ({ choices }: ContextPlan) => choices.flatMap(({ id, verdict }) => (verdict === 'out' ? [] : [id]));
const reasons = ({ choices }: ContextPlan) => Object.fromEntries(choices.map(({ id, reason }) => [id, reason]));
const script = { type: 'script' };

describe('the relevance of an earlier output', () => {
  const chain = {
    far: script,
    mid: { ...script, dependsOn: ['far'] },
    near: { ...script, dependsOn: ['mid'] },
    same: { agent: 'x' },
    other: { agent: 'y' },
    old: { agent: 'y' },
    last: { dependsOn: ['near'], agent: 'x' },
  };
  const ended = { far: {}, mid: {}, near: {}, same: {}, old: {}, other: { ageSecs: 300 } };

  it('is that of the first rule that applies', () => {
    const { choices } = chosen(chain, ended, { context: { minRelevance: 0 } });
    expect(choices.map(({ id, relevance, rule }) => [id, relevance, rule])).toEqual([
      ['near', 1, 'direct'],
      ['same', 0.5, 'agent'],
      ['mid', 0.4, 'transitive'],
      ['other', 0.3, 'recent'],
      ['far', 0.8 / 3, 'transitive'],
      ['old', 0, 'none'],
    ]);
  });

  it('counts the shortest way, and a dependency before the agent', () => {
    const tasks = {
      a: { agent: 'x' },
      b: { ...script, dependsOn: ['a'] },
      c: { ...script, dependsOn: ['b', 'a'] },
      d: { agent: 'x', dependsOn: ['c'] },
    };
    const { choices } = chosen(tasks);
    expect(choices.map(({ id, relevance }) => [id, relevance])).toEqual([
      ['c', 1],
      ['b', 0.4],
      ['a', 0.4],
    ]);
  });

  it('must be min_relevance, 0.4 if nothing is said', () => {
    expect(told(chosen(chain, ended))).toEqual(['near', 'same', 'mid']);
    expect(reasons(chosen(chain, ended))).toMatchObject({ other: 'below_min', far: 'below_min', old: 'below_min' });
    expect(told(chosen(chain, ended, { context: { minRelevance: 0.5 } }))).toEqual(['near', 'same']);
    expect(told(chosen(chain, ended, { context: { minRelevance: 0.3 } }))).toEqual(['near', 'same', 'mid', 'other']);
  });
});

describe('the choice', () => {
  const three = { a: script, b: script, c: script };
  const all = { dependsOn: ['a', 'b', 'c'] };

  it('is told with the banners of the language', () => {
    const { text, tasks, bytes } = chosen({ ...three, d: all }, { a: { text: 'é' }, b: { truncated: true } });
    expect(text).toBe(
      '=== RELEVANT CONTEXT ===\n\n' +
        'Task: b (relevance: 1.00)\n[Output was truncated]\nb\n\n' +
        'Task: a (relevance: 1.00)\né\n\n' +
        '=== END CONTEXT (2 tasks, 3 bytes) ===',
    );
    expect([tasks, bytes]).toEqual([2, 3]);
  });

  it('goes by relevance, and then takes the newest first', () => {
    const tasks = { a: script, b: script, c: script, d: { ...script, dependsOn: ['a', 'c'] } };
    const last = { dependsOn: ['b', 'd'] };
    expect(told(chosen({ ...tasks, last }, { b: {}, c: {}, a: {}, d: {} }))).toEqual(['d', 'b', 'a', 'c']);
  });

  it('always has what include_tasks lists, first, whatever its relevance, and nothing else in manual', () => {
    const last = (context: object) => ({ dependsOn: ['c'], context });
    expect(told(chosen({ ...three, d: last({ includeTasks: ['b', 'a'] }) }))).toEqual(['b', 'a', 'c']);
    expect(told(chosen({ ...three, d: last({ includeTasks: ['b', 'a'], maxTasks: 1 }) }))).toEqual(['b', 'a']);
    const manual = chosen({ ...three, d: last({ mode: 'manual', includeTasks: ['a'] }) });
    expect(told(manual)).toEqual(['a']);
    expect(reasons(manual)).toEqual({ a: 'included', c: 'not_listed', b: 'not_listed' });
  });

  it('never has what exclude_tasks lists', () => {
    const context = { excludeTasks: ['b', 'c'], includeTasks: ['b'] };
    const choice = chosen({ ...three, d: { ...all, context } });
    expect(told(choice)).toEqual(['a']);
    expect(reasons(choice)).toMatchObject({ b: 'excluded', c: 'excluded' });
  });

  it('has no output that is older than time_window_secs, but those of direct dependencies and those listed', () => {
    const tasks = { ...three, near: { ...script, dependsOn: ['a', 'b'] } };
    const context = { timeWindowSecs: 60, includeTasks: ['c'] };
    const choice = chosen(
      { ...tasks, d: { dependsOn: ['near'], context } },
      { a: { ageSecs: 61 }, b: { ageSecs: 60 }, c: {}, near: { ageSecs: 999 } },
    );
    expect(told(choice)).toEqual(['c', 'near', 'b']);
    expect(reasons(choice)).toMatchObject({ a: 'too_old' });
  });

  it('ends at max_tasks; of the caps of limits and of context the lower wins', () => {
    const capped = (limits: object, context: object) =>
      told(chosen({ ...three, d: { ...all, limits, context } }, undefined, { context: { maxTasks: 9 } }));
    expect(capped({}, { maxTasks: 2 })).toEqual(['c', 'b']);
    expect(capped({ maxContextTasks: 1 }, { maxTasks: 2 })).toEqual(['c']);
    expect(reasons(chosen({ ...three, d: { ...all, context: { maxTasks: 2 } } }))).toMatchObject({ a: 'max_tasks' });
  });

  it('shortens the one that does not fit, if more than 100 bytes are left, and ends there', () => {
    const texts = { a: { text: 'a'.repeat(10) }, b: { text: 'b'.repeat(500) }, c: { text: 'c'.repeat(50) } };
    const choice = (maxBytes: number) => chosen({ ...three, d: { ...all, context: { maxBytes } } }, texts);
    expect(told(choice(151))).toEqual(['c', 'b']);
    expect(choice(151).text).toContain(`Task: b (relevance: 1.00)\n[Output was truncated]\n${'b'.repeat(101)}\n\n===`);
    expect(choice(151).bytes).toBe(151);
    expect(reasons(choice(151))).toMatchObject({ a: 'max_bytes' });
    expect(told(choice(150))).toEqual(['c']);
  });

  it('leaves out what is empty, and what was pruned', () => {
    const tasks = { ...three, near: { ...script, dependsOn: ['a'] } };
    const choice = chosen(
      { ...tasks, d: { dependsOn: ['near', 'b', 'c'] } },
      { a: { pruned: true }, b: { text: '' }, c: {}, near: {} },
    );
    expect(told(choice)).toEqual(['near', 'c']);
    expect(reasons(choice)).toMatchObject({ a: 'pruned', b: 'empty' });
  });

  it('has no more tokens than there is room for', () => {
    const room = (tokens: number): Room => ({ tokens, count: (text) => Math.ceil(text.length / 4) });
    const texts = { a: { text: 'a'.repeat(800) }, b: { text: 'b'.repeat(800) } };
    const choice = (tokens: number) => chosen({ ...three, d: all }, texts, {}, room(tokens));
    expect(told(choice(1000))).toEqual(['b', 'a']);
    expect(choice(350).choices.map(({ verdict }) => verdict)).toEqual(['whole', 'shortened']);
    expect(choice(350).text.length / 4).toBeLessThanOrEqual(350);
    expect(reasons(choice(30))).toEqual({ b: 'window', a: 'window' });
    expect(choice(30).text).toBe('');
  });

  it('lists the most relevant of what is out, and counts the rest', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`t${index}`, { agent: 'x' }]));
    const { choices, unlisted, tasks } = chosen({ ...many, last: { agent: 'x' } });
    expect(tasks).toBe(10);
    expect(choices.length + unlisted).toBe(300);
    expect(choices.slice(0, 10).map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, index) => `t${299 - index}`),
    );
    expect(choices.length).toBe(110);
    expect(choices.at(-1)).toMatchObject({ id: 't190', reason: 'max_tasks' });
  });
});

describe('the block of any outputs', () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 400 }), { maxLength: 8 });

  it('never has more bytes of them than its limit, nor more tokens than its room, and splits no character', () => {
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 0, max: 1500 }),
        fc.option(fc.integer({ min: 0, max: 1500 })),
        fc.integer({ min: 0, max: 8 }),
        (contents, maxBytes, tokens, included) => {
          const ids = contents.map((_, index) => `t${index}`);
          const context = { maxBytes, includeTasks: ids.slice(0, included) };
          const count = (text: string) => Math.ceil(computeUtf8Length(text) / 3);
          const { text, choices, bytes } = chosen(
            { ...Object.fromEntries(ids.map((id) => [id, script])), last: { dependsOn: ids, context } },
            Object.fromEntries(contents.map((content, index) => [`t${index}`, { text: content }])),
            {},
            tokens === null ? undefined : { tokens, count },
          );
          expect(choices.reduce((sum, { shown }) => sum + shown, 0)).toBe(bytes);
          expect(bytes).toBeLessThanOrEqual(maxBytes);
          if (tokens !== null && text !== '') expect(count(text)).toBeLessThanOrEqual(tokens);
          for (const { id, shown } of choices) {
            const whole = contents[Number(id.slice(1))] ?? '';
            const part = [...whole].reduce(
              (sofar, char) => (computeUtf8Length(sofar + char) <= shown ? sofar + char : sofar),
              '',
            );
            if (shown > 0) expect(text).toContain(part);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
