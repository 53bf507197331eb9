import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { ModelRequest } from '../ports/model-client';
import { kinds, promptOf, say } from '../testing/nested.testing';
import type { Scripted } from '../testing/scripted-models.testing';
import { createWorld } from '../testing/world.testing';

const director = say('direct');
const evaluator = say('judge');
const loop = { type: 'director_evaluator', mode: 'static', director, evaluator };
const judging = ({ idempotencyKey }: ModelRequest) => !idempotencyKey.includes('/task/director/');
const roundOf = ({ idempotencyKey }: ModelRequest) => Number(/iter\/(\d+)/.exec(idempotencyKey)?.[1]);

/** Runs a loop. Drafts are what `draft` says, `draft N` by default, and all verdicts but that of round 1 are yes. */
async function run(fields: object, draft: (round: number) => Scripted = (n) => `draft ${n}`, others: object = {}) {
  const settings = 'settings' in others ? (others.settings as object) : {};
  const world = createWorld({
    answer: (request) => {
      if (/task\/(before|after)/.test(request.idempotencyKey)) return `of ${promptOf(request).slice(0, 6)}`;
      return judging(request)
        ? `{"success": ${roundOf(request) > 1}, "feedback": "fault ${roundOf(request)}"}`
        : draft(roundOf(request));
    },
    ...others,
  });
  const status = await world.run(planOf({ before: say('before'), loop: { ...loop, ...fields } }, settings));
  const rounds = kinds(world.log.events, 'iteration.logged');
  const ended = world.log.events.find(({ kind, path }) => path === 'task/loop' && /completed|failed/.test(kind));
  return { world, status, rounds, ended };
}

/** A reply that asks for an evaluation. */
const asking = (content: string, request: object): Scripted => ({
  content: `${content}\n\n\`\`\`heddle\n${JSON.stringify(request)}\n\`\`\``,
});

describe('the rounds of a director and its evaluator', () => {
  it('are logged each before the next one begins, and the last before the end', async () => {
    const { world } = await run({ maxIterations: 3 });
    const order = world.log.events
      .filter(({ path, kind }) => path.startsWith('task/loop') && !/^(context|model)/.test(kind))
      .map(({ kind, path }) => `${kind} ${path.replace('task/loop/attempt/1/', '')}`);
    const round = (n: number) => [
      ...['director', 'evaluator'].flatMap((part) =>
        ['started', 'completed'].map((how) => `task.${how} iter/${n}/task/${part}`),
      ),
      `iteration.logged iter/${n}`,
    ];
    expect(order).toEqual(['task.started task/loop', ...round(1), ...round(2), 'task.completed task/loop']);
  });

  it('of a director that fails are logged, with its failure, and keep the draft of the round before', async () => {
    const second = (n: number): Scripted => (n === 1 ? 'draft 1' : { content: '', finishReason: 'length' });
    const { rounds, ended, status } = await run({ maxIterations: 3 }, second);
    const error = {
      code: 'RESOURCE_EXHAUSTION',
      details: { failed: expect.stringMatching(/iter\/2\/task\/director$/) },
    };
    expect(status).toBe('failed');
    expect(rounds.map(({ result, error: failure }) => [result, failure?.code])).toEqual([
      ['draft 1', undefined],
      ['', 'RESOURCE_EXHAUSTION'],
    ]);
    expect(ended).toMatchObject({ result: 'draft 1', error, data: { notes: { partial_results: 'draft 1' } } });
    const first = await run({}, () => ({ content: '', finishReason: 'length' }));
    expect(first.ended).toMatchObject({ kind: 'task.failed', result: '' });
    expect(first.ended?.data).not.toHaveProperty('notes.partial_results');
    expect(first.rounds).toHaveLength(1);
  });

  it('show of a long draft the view that the director had, with what was stored of it', async () => {
    const { rounds, ended } = await run(
      { maxIterations: 2, director: { ...director, limits: { maxStdoutBytes: 40 } } },
      () => Array.from({ length: 90 }, (_, n) => `line ${n}`).join('\n'),
    );
    expect(rounds[0]?.data).toHaveProperty('capture.bytes');
    expect(ended?.data).toHaveProperty('capture.bytes');
  });

  it('inherit what the loop is told, the director too', async () => {
    const contextManagement = { inheritContext: 'full', accumulateData: true, accumulationFormat: 'full_output' };
    const { world } = await run({ dependsOn: ['before'], contextManagement, maxIterations: 2 });
    const told = world.models.requests
      .filter(({ idempotencyKey }) => idempotencyKey.includes('task/loop'))
      .map((request) => [promptOf(request).includes('of before'), promptOf(request).includes('<output step=')]);
    // Of the rounds before only the evaluator is told.
    expect(told).toEqual([
      [true, false],
      [true, true],
      [true, false],
      [true, true],
    ]);
  });

  it('end with a script that did not run to its end, whatever the evaluator would say', async () => {
    const script = { type: 'script', script: { content: 'check' } };
    const ended = await run({ script }, undefined, { script: () => ({ stdout: 'bad', exitCode: 4 }) });
    expect(ended.rounds[0]?.data).toMatchObject({ exitCode: 4 });
    expect(ended.world.models.requests.filter(judging).length).toBeGreaterThan(1);
    const broken = await run({ script }, undefined, { script: () => Promise.reject(new Error('no such shell')) });
    expect(broken.status).toBe('failed');
    expect(broken.ended?.error?.details).toMatchObject({ failed: expect.stringMatching(/iter\/1\/task\/script$/) });
    expect(broken.world.models.requests.filter((request) => judging(request) && roundOf(request) > 0)).toEqual([]);
  });
});

describe('an evaluator of the library', () => {
  const settings = {
    library: {
      mine: {
        criteria: 'grammar',
        parameters: [{ name: 'target_content' }, { name: 'stdout', type: 'string', default: 'no script' }],
        task: say('Correct {{target_content}}, {{stdout}}'),
      },
    },
  };
  const asked = (criteria: string) => (n: number) =>
    n === 1 ? asking('draft', { type: 'review', criteria }) : ('' as Scripted);

  it('judges again in each attempt at the loop, and is one of the document’s own, or the general one', async () => {
    const fields = { mode: 'dynamic', evaluator: undefined, errorHandling: { onError: 'retry', maxRetries: 1 } };
    const { world, status } = await run(fields, asked('grammar'), { settings });
    const keys = world.models.requests.map(({ idempotencyKey }) => idempotencyKey);
    expect(status).toBe('failed');
    expect(keys.filter((key) => key.includes('/call/mine/'))).toHaveLength(2);
    expect(world.log.events.find(({ path }) => path.endsWith('choice/evaluator'))).toMatchObject({ result: 'mine' });
    const other = await run(fields, asked('plan a goal as a list of sequential steps'), { settings });
    expect(other.world.models.requests.map(({ idempotencyKey }) => idempotencyKey)).toContainEqual(
      expect.stringContaining('/call/evaluator/'),
    );
  });
});
