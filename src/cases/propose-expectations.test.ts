import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/base/json';
import { samples } from '@/base/samples.testing';
import { planOf } from '@/plan/plan.testing';
import { findExpectationProblem } from '@/workflow/validate/check-tests';
import { evaluateExpectation } from './evaluate-expectation';
import { findCarried } from './find-carried';
import { inferCommonSchema } from './infer-schema';
import { type Proposal, type ProposalKind, proposeExpectations } from './propose-expectations';
import type { EndedTask, EvidenceStep, RunEvidence } from './run-evidence';

const plan = planOf({
  classify: {},
  extract: { dependsOn: ['classify'], outputSchema: { type: 'object', required: ['order_id'] } },
  answer: { dependsOn: ['extract'] },
  beside: {},
});

const ended = (content: string, status: EndedTask['status'] = 'COMPLETE'): EndedTask => ({
  content,
  status,
  code: undefined,
});
const tool = (taskPath: string, name: string, args: Json): EvidenceStep => ({
  ...{ type: 'tool', name, taskPath, args, output: '{}', isError: false },
});

const evidence: RunEvidence = {
  status: 'COMPLETE',
  code: undefined,
  content: 'Order A-20418: the money of 24.90 is back in 5 days.',
  tasks: new Map([
    ['classify', [ended('refund')]],
    ['extract', [ended('{"order_id":"A-20418","reason":"broken"}')]],
    ['answer', [ended('Order A-20418: the money of 24.90 is back in 5 days.')]],
  ]),
  steps: [
    tool('classify', 'lookup_order', { id: 'A-20418' }),
    tool('answer', 'open_refund', { id: 'A-20418', cents: 2490 }),
  ],
  rounds: new Map([['answer', 2]]),
  costUsd: 0.0026,
  tokens: 3900,
  latencyMs: 9400,
};
const inputs = { mail: 'Order A-20418 of 24.90 came broken after 3 days.', language: 'en' };

const propose = (changes: Partial<RunEvidence> = {}, earlier: readonly RunEvidence[] = []) =>
  proposeExpectations({ plan, evidence: { ...evidence, ...changes }, inputs }, earlier);
const ofKind = (proposals: readonly Proposal[], kind: ProposalKind) => proposals.filter((one) => one.kind === kind);
const shown = ({ expectation, saw, state, isTicked }: Proposal) => [expectation, saw, state, isTicked];

describe('a run proposes', () => {
  it('short results and schemas of tasks, as they are', async () => {
    const proposals = await propose();
    expect(ofKind(proposals, 'result').map(shown)).toEqual([
      [{ type: 'equals', task: 'classify', value: 'refund' }, 'its result', 'holds', true],
      [
        { type: 'equals', task: 'extract', value: { order_id: 'A-20418', reason: 'broken' } },
        ...['its result', 'holds', true],
      ],
    ]);
    const value = { type: 'object', required: ['order_id'] };
    expect(ofKind(proposals, 'schema').map(shown)).toEqual([
      [{ type: 'is-json', task: 'extract', value }, 'its own schema', 'holds', true],
    ]);
  });

  it('a schema of its own making only from three runs', async () => {
    const withJson = (json: string): RunEvidence => ({ ...evidence, tasks: new Map([['answer', [ended(json)]]]) });
    const others = ['{"days":5.5,"kind":null}', '{"days":3,"kind":"x","note":1}'].map(withJson);
    const tasks = new Map([['answer', [ended('{"kind":"y","days":4}')]]]);
    expect(ofKind(await propose({ tasks }, others.slice(1)), 'schema')).toEqual([]);
    expect(ofKind(await propose({ tasks }, others), 'schema').map(shown)).toEqual([
      [
        {
          ...{ type: 'is-json', task: 'answer' },
          value: {
            type: 'object',
            required: ['kind', 'days'],
            properties: { kind: { type: ['string', 'null'] }, days: { type: 'number' } },
          },
        },
        ...['3 of 3 runs', 'holds', true],
      ],
    ]);
  });

  it('the ids and numbers of its inputs that are in its result', async () => {
    expect(ofKind(await propose(), 'contains').map(shown)).toEqual([
      [{ type: 'contains-all', value: ['A-20418', '24.90'] }, 'in the inputs and in the result', 'holds', true],
    ]);
    expect(ofKind(await propose({ content: 'No idea.' }), 'contains')).toEqual([]);
  });

  it('its tools with their order, if that is always the same, and their arguments', async () => {
    const [sequence, ...matches] = ofKind(await propose(), 'tools').map(shown);
    const steps = ['lookup_order', 'open_refund'];
    expect(sequence).toEqual([
      { type: 'trajectory:tool-sequence', value: { steps, mode: 'in_order' } },
      ...['in this order', 'holds', true],
    ]);
    expect(matches.map(([one]) => (one as { value: JsonObject }).value)).toEqual([
      { name: 'lookup_order', args: { id: 'A-20418' }, mode: 'partial' },
      { name: 'open_refund', args: { id: 'A-20418', cents: 2490 }, mode: 'partial' },
    ]);
    const beside = [tool('beside', 'lookup_order', {}), tool('answer', 'open_refund', {})];
    const [loose] = ofKind(await propose({ steps: beside }), 'tools');
    expect(loose?.expectation.value).toEqual({ steps, mode: 'any_order' });
  });

  it('rounds up to the most that were seen, and bounds at one and a half times the run', async () => {
    const proposals = await propose({}, [{ ...evidence, rounds: new Map([['answer', 4]]), steps: [] }]);
    expect(ofKind(proposals, 'rounds').map(shown)).toEqual([
      [{ type: 'rounds', task: 'answer', value: { min: 1, max: 4 } }, '2 to 4 rounds in 2 runs', 'holds', true],
    ]);
    expect(ofKind(proposals, 'bounds').map(shown)).toEqual([
      [{ type: 'cost', threshold: 0.0039 }, '1.5 × $0.0026', 'holds', true],
      [{ type: 'tokens', threshold: 5900 }, '1.5 × 3.9k tok', 'holds', true],
      [{ type: 'latency', threshold: 15_000 }, '1.5 × 9.4 s, which varies', 'holds', false],
      [{ type: 'trajectory:step-count', value: { min: 0, max: 2 } }, '0 to 2 steps in 2 runs', 'holds', false],
    ]);
    expect(ofKind(await propose({ costUsd: null }), 'bounds').map(({ expectation }) => expectation.type)).toEqual([
      ...['tokens', 'latency', 'trajectory:step-count'],
    ]);
  });

  it('that a failed run must complete, which does not hold, and is never ticked', async () => {
    const proposals = await propose({ status: 'FAILED', code: 'INVALID_OUTPUT' });
    expect(ofKind(proposals, 'status').map(shown)).toEqual([
      [{ type: 'status', value: 'COMPLETE' }, 'it ended as INVALID_OUTPUT', 'fails', false],
      [{ type: 'status', value: 'INVALID_OUTPUT' }, 'how it ended', 'holds', false],
    ]);
    const ticked = new Set(proposals.filter(({ isTicked }) => isTicked).map(({ kind }) => kind));
    expect([...ticked]).toEqual(['result', 'schema']);
    expect(ofKind(proposals, 'contains')).toMatchObject([{ state: 'fails', isTicked: false }]);
  });

  it('a judge, which is off', async () => {
    expect(ofKind(await propose(), 'judge')).toMatchObject([{ state: 'unknown', isTicked: false }]);
  });
});

const word = fc.constantFrom(
  'refund',
  'A-20418',
  '{"a":1}',
  '[1,2]',
  '{"a":"x y z"}',
  '{',
  '',
  '24.90 A-1',
  '7',
  'null',
);
const content = fc.oneof(word, fc.string(), fc.json());
const status = fc.constantFrom('COMPLETE', 'CONTINUATION', 'FAILED', 'SKIPPED', 'CANCELLED');
const taskPath = fc.constantFrom('classify', 'extract', 'answer', 'beside', 'gone', 'answer/part');
const anyEnd = fc.record({ content, status, code: fc.constantFrom(undefined, 'TASK_FAILURE') });
const anyStep = fc.record({
  type: fc.constantFrom('model', 'tool', 'script'),
  name: fc.oneof(fc.constantFrom('lookup_order', 'server.*', 'a'), fc.string({ minLength: 1 })),
  ...{ taskPath, args: fc.jsonValue() as fc.Arbitrary<Json>, output: content, isError: fc.boolean() },
});
const amount = fc.double({ min: 0, max: 1e9, noNaN: true });
const anyEvidence: fc.Arbitrary<RunEvidence> = fc.record({
  ...{ status, code: fc.constantFrom(undefined, 'TASK_FAILURE'), content },
  tasks: fc.array(fc.tuple(taskPath, fc.array(anyEnd, { minLength: 1, maxLength: 3 }))).map((all) => new Map(all)),
  steps: fc.array(anyStep, { maxLength: 6 }) as fc.Arbitrary<EvidenceStep[]>,
  rounds: fc.array(fc.tuple(taskPath, fc.integer({ min: 1, max: 40 }))).map((all) => new Map(all)),
  ...{ costUsd: fc.option(amount), tokens: fc.nat(), latencyMs: amount },
});

describe('of any run', () => {
  it('what is ticked holds, by the judge of heddle test, and nothing is proposed that could never be judged', async () => {
    const given = fc.dictionary(fc.string(), fc.oneof(content, fc.jsonValue() as fc.Arbitrary<Json>));
    await fc.assert(
      fc.asyncProperty(anyEvidence, fc.array(anyEvidence, { maxLength: 3 }), given, async (run, earlier, mail) => {
        const proposals = await proposeExpectations({ plan, evidence: run, inputs: mail }, earlier);
        for (const { expectation, state, isTicked, kind } of proposals) {
          if (kind === 'judge') continue;
          expect(findExpectationProblem(expectation)).toBeUndefined();
          const judged = await evaluateExpectation(expectation, run, { row: {}, variables: {} });
          expect(judged.state).toBe(state === 'holds' ? 'passed' : judged.state === 'error' ? 'error' : 'failed');
          if (isTicked) expect(judged.state).toBe('passed');
        }
      }),
      { numRuns: samples('PROPOSALS', 200, 5000) },
    );
  });

  it('an id that is carried is a whole word of both', () => {
    expect(findCarried({ a: ['x12 and 99', { b: 'ab-120/7' }], n: 2490 }, 'ax12, 2490. (ab-120/7)')).toEqual([
      ...['ab-120/7', '2490'],
    ]);
    expect(inferCommonSchema([{ a: 1 }, [1], { a: 2 }])).toBeUndefined();
  });
});
