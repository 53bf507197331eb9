import { describe, expect, it } from 'vitest';
import type { Json } from '@/base/json';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import { expectationTypes, isJudgedType } from '@/workflow/expectation-types';
import type { Expectation } from '@/workflow/test-case-schema';
import { evaluateExpectation } from './evaluate-expectation';
import type { EndedTask, EvidenceStep, RunEvidence } from './run-evidence';

const ended = (content: string, status: EndedTask['status'] = 'COMPLETE', code?: string): EndedTask => ({
  content,
  status,
  code,
});
const tool = (name: string, args: Json, output: string, isError = false): EvidenceStep => ({
  ...{ type: 'tool', name, taskPath: 'extract', args, output, isError },
});

const evidence: RunEvidence = {
  status: 'COMPLETE',
  code: undefined,
  content: 'Order A-20418: The money is back on Monday.',
  tasks: new Map([
    ['extract', [ended('{"order_id":"A-20418","lines":[{"n":1,"sku":"x"}]}')]],
    ['review/write', [ended('first'), ended('second'), ended('third')]],
    ['broken', [ended('half', 'FAILED', 'INVALID_OUTPUT')]],
    ['fenced', [ended('Here it is:\n```json\n{"a": 1}\n```')]],
  ]),
  steps: [
    { type: 'model', name: 'extract', taskPath: 'extract', args: null, output: '', isError: false },
    tool('lookup_order', { id: 'A-20418', deep: { a: 1, b: 2 } }, '{"state":"delivered"}'),
    tool('write_note', {}, 'no room', true),
    tool('open_refund', { id: 'A-20418' }, 'opened'),
  ],
  rounds: new Map([['review', 3]]),
  costUsd: 0.004,
  tokens: 1200,
  latencyMs: 900,
};
const names = { row: { expected: 'A-20418' }, variables: { limit: 3 } };

const scripts: Pick<ScriptRunner, 'run'> = {
  // A stand-in for the sandbox: it runs what it is sent in this process, as the samples are those below.
  run: async ({ content }, sink) => {
    const lines: string[] = [];
    const AsyncFunction = (async () => {}).constructor as new (...args: string[]) => (log: object) => Promise<void>;
    try {
      await new AsyncFunction('console', content)({ log: (line: string) => lines.push(line) });
    } catch (error) {
      await sink('stderr', new TextEncoder().encode(String(error)));
      return { exitCode: 1, said: '' };
    }
    await sink('stdout', new TextEncoder().encode(lines.join('\n')));
    return { exitCode: 0, said: '' };
  },
};

const judge = (type: string, value?: Json, more: Partial<Expectation> = {}) =>
  evaluateExpectation(
    { type, ...(value === undefined ? {} : { value }), ...more } as Expectation,
    evidence,
    names,
    scripts,
  );

type Example = readonly [value: Json | undefined, more?: Partial<Expectation>];

/** For each type one that passes, one that fails, and one that can never be judged. */
const examples: Readonly<Record<string, readonly [passing: Example, failing: Example, broken: Example]>> = {
  equals: [[{ lines: [{ sku: 'x', n: 1 }], order_id: 'A-20418' }, { task: 'extract' }], ['x'], [undefined]],
  contains: [['A-20418'], ['a-20418'], [undefined]],
  icontains: [['a-20418'], ['A-20419'], [undefined]],
  'contains-all': [[['Order', 'Monday']], [['Order', 'Tuesday']], [3]],
  'icontains-all': [[['order', 'MONDAY']], [['order', 'tuesday']], [3]],
  'contains-any': [[['Tuesday', 'Monday']], [['q', 'zz']], [3]],
  'icontains-any': [['x, MONDAY'], [['q', 'zz']], [3]],
  'starts-with': [['Order'], ['order'], [undefined]],
  'istarts-with': [['order'], ['money'], [undefined]],
  regex: [['A-\\d{5}'], ['^A-'], ['(?=x)']],
  'is-json': [[undefined, { task: 'extract' }], [undefined], ['x'.repeat(3), { task: 'gone@x' }]],
  'contains-json': [
    [{ required: ['a'] }, { task: 'fenced' }],
    [{ required: ['b'] }, { task: 'fenced' }],
    [undefined, { task: 'gone@x' }],
  ],
  cel: [
    ['content.contains(row.expected) && variables.limit == 3'],
    ['tasks["extract"].output.order_id == "B"'],
    ['output ='],
  ],
  javascript: [['output.includes(row.expected)'], ['const n = 0; return n;'], ['throw new Error("no")']],
  'trajectory:tool-used': [[{ name: 'lookup_*', max: 1 }], ['send_mail'], [undefined]],
  'trajectory:step-count': [[{ min: 3, max: 3, type: 'tool' }], [{ max: 3 }], [undefined]],
  'trajectory:tool-args-match': [
    [{ name: 'lookup_order', args: { deep: { a: 1 } } }],
    [{ name: 'lookup_order', args: { deep: { a: 1 } }, mode: 'exact' }],
    [{ name: 'lookup_order' }],
  ],
  'trajectory:tool-sequence': [
    [{ steps: ['lookup_order', 'open_refund'] }],
    [{ steps: ['lookup_order', 'open_refund'], mode: 'exact' }],
    ['lookup_order'],
  ],
  'trajectory:tool-output': [
    [{ name: 'lookup_order', cel: 'output.state == "delivered"' }],
    [{ name: 'lookup_order', equals: 'delivered' }],
    [{ name: 'lookup_order', cel: 'output =' }],
  ],
  'trajectory:step-status': [
    [{ tool: 'write_note', status: 'FAILED' }],
    [{ task: 'broken', status: 'COMPLETE' }],
    ['x'],
  ],
  rounds: [[{ min: 2, max: 3 }, { task: 'review' }], [{ max: 2 }, { task: 'review' }], [{ max: 2 }]],
  status: [['INVALID_OUTPUT', { task: 'broken' }], ['FAILED'], [undefined]],
  cost: [[undefined, { threshold: 0.004 }], [undefined, { threshold: 0.003 }], [undefined]],
  latency: [[undefined, { threshold: 900 }], [undefined, { threshold: 899 }], [undefined]],
  tokens: [[undefined, { threshold: 1200 }], [undefined, { threshold: 10 }], [undefined]],
};

describe('an expectation', () => {
  it('has an example of each type, unless a model judges it or nothing runs it here', () => {
    const plain = expectationTypes.filter(
      (type) => !type.startsWith('not-') && !isJudgedType(type) && type !== 'python',
    );
    expect(Object.keys(examples).toSorted()).toEqual([...plain].toSorted());
  });

  it.each(Object.entries(examples))('%s passes, fails, and says what is wrong with it', async (type, samples) => {
    const states = await Promise.all(samples.map(async ([value, more]) => (await judge(type, value, more)).state));
    expect(states).toEqual(['passed', 'failed', 'error']);
  });

  it.each(Object.entries(examples).filter(([type]) => !['cost', 'latency', 'tokens'].includes(type)))(
    'not-%s is the other way round, and no error is turned into a pass',
    async (type, samples) => {
      const states = await Promise.all(
        samples.map(async ([value, more]) => (await judge(`not-${type}`, value, more)).state),
      );
      expect(states).toEqual(['failed', 'passed', 'error']);
    },
  );

  it('that a model judges is held, never passed', async () => {
    for (const type of ['llm-rubric', 'not-llm-rubric', 'g-eval'])
      expect((await judge(type, 'Is kind')).state).toBe('held');
    expect((await judge('not-python', 'x')).state).toBe('held');
  });

  it('looks at the last iteration, at one, or at all', async () => {
    expect((await judge('equals', 'third', { task: 'review/write' })).state).toBe('passed');
    expect((await judge('equals', 'second', { task: 'review/write@2' })).state).toBe('passed');
    expect((await judge('regex', 'first|second', { task: 'review/write@all' })).saw).toBe('third');
    expect((await judge('equals', 'x', { task: 'review/write@4' })).reason).toContain('has not run');
  });

  it('does not take what a failed task left for its result', async () => {
    expect((await judge('contains', 'half', { task: 'broken' })).state).toBe('failed');
  });

  it('says where a value differs', async () => {
    const wanted = { order_id: 'A-20419', lines: [{ n: 1, sku: 'x' }], more: 1 };
    expect((await judge('equals', wanted, { task: 'extract' })).reason).toBe('order_id A-20419, got A-20418.');
  });

  it('takes a score for what it is, against a threshold', async () => {
    expect(await judge('cel', '0.7', { threshold: 0.6 })).toMatchObject({ state: 'passed', score: 0.7 });
    expect(await judge('cel', '0.5', { threshold: 0.6 })).toMatchObject({ state: 'failed', score: 0.5 });
    expect((await judge('cel', '"yes"')).state).toBe('error');
  });

  it('takes no longer than a text for a pattern that would never end elsewhere', async () => {
    const long = { ...evidence, content: `${'a'.repeat(50_000)}!` };
    const found = await evaluateExpectation({ type: 'regex', value: '^(a+)+$' }, long, names);
    expect(found.state).toBe('failed');
  });

  it.each(['(?:a[ab]{0,900}[cd]|b[ab]{0,90}[ce])', '(?:[ab]*a[ab]{20}){20}[cd]', 'a{1000}|b{1000}|(?:ab){500}'])(
    'does not begin with %s, which keeps even RE2 busy on a long text',
    async (value) => {
      const long = { ...evidence, content: 'abba'.repeat(25_000) };
      const found = await evaluateExpectation({ type: 'regex', value }, long, names);
      expect(found).toMatchObject({ state: 'error', reason: expect.stringContaining('takes too long for 100000') });
      const short = { ...evidence, content: 'abba'.repeat(25) };
      expect((await evaluateExpectation({ type: 'regex', value }, short, names)).state).toBe('failed');
    },
  );

  it('does not take an unknown price for none', async () => {
    const found = await evaluateExpectation({ type: 'cost', threshold: 1 }, { ...evidence, costUsd: null }, names);
    expect(found.state).toBe('error');
  });

  it('holds at the bound that it shows, and at what was used exactly', async () => {
    const judge = async (type: 'cost' | 'latency', threshold: number, used: number) =>
      (await evaluateExpectation({ type, threshold }, { ...evidence, costUsd: used, latencyMs: used }, names)).state;
    expect(await judge('cost', 0.1234, 0.12344)).toBe('passed');
    expect(await judge('cost', 0.12346, 0.12346)).toBe('passed');
    expect(await judge('cost', 0.1233, 0.12344)).toBe('failed');
    expect(await judge('latency', 12, 12.4)).toBe('passed');
    expect(await judge('latency', 11, 12.4)).toBe('failed');
  });
});
