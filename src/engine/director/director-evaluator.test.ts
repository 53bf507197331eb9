import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { ModelRequest } from '../ports/model-client';
import type { Scripted } from '../testing/scripted-models.testing';
import { createWorld, type World } from '../testing/world.testing';

/** A reply that asks for an evaluation by the tool. */
function asking(content: string, request: object): Scripted {
  const toolCalls = [{ id: 'c1', name: 'request_evaluation', arguments: JSON.stringify(request) }];
  return { content, toolCalls, finishReason: 'tool_calls' };
}

function keyOf({ idempotencyKey }: ModelRequest): string {
  return idempotencyKey.split('/').slice(1).join('/');
}

function roundOf(request: ModelRequest): number {
  return Number(/iter\/(\d+)/.exec(keyOf(request))?.[1]);
}

function isOf(request: ModelRequest, part: 'director' | 'evaluator'): boolean {
  return keyOf(request).includes(`task/${part}/`);
}

function said(request: ModelRequest | undefined): string {
  return request?.messages.map(({ content }) => content).join('\n') ?? '';
}

function requestsTo(world: World, part: 'director' | 'evaluator'): ModelRequest[] {
  return world.models.requests.filter((request) => isOf(request, part));
}

function endOf(world: World, path = 'task/loop') {
  return world.log.events.find((event) => event.path === path && /^task\.(completed|failed|skipped)$/.test(event.kind));
}

const director = { type: 'atomic', description: 'Write about {{TOPIC}}' };
const evaluator = { type: 'atomic', description: 'Judge it' };
const settings = { variables: { TOPIC: 'looms' } };

/** The director drafts until round `last`; the evaluator rejects every draft before that. */
function drafting(last: number, request: object = { type: 'review', criteria: 'clarity' }) {
  return (asked: ModelRequest): Scripted => {
    const round = roundOf(asked);
    if (!isOf(asked, 'director')) return JSON.stringify({ success: round === last - 1, feedback: `Fault ${round}` });
    return round < last ? asking(`Draft ${round}`, request) : 'Final draft';
  };
}

describe('a dynamic director-evaluator', () => {
  const plan = planOf({ loop: { type: 'director_evaluator', director, evaluator } }, settings);

  it('ends with the first plain answer of the director, after the rounds that it asked for', async () => {
    const world = createWorld({ answer: drafting(3) });
    expect(await world.run(plan)).toBe('completed');
    expect(endOf(world)).toMatchObject({ kind: 'task.completed', result: 'Final draft', data: { status: 'COMPLETE' } });
    const rounds = world.log.events.filter(({ kind }) => kind === 'iteration.logged');
    expect(rounds).toMatchObject([
      {
        path: 'task/loop/attempt/1/iter/1',
        result: 'Draft 1',
        data: { n: 1, of: 'director_evaluator', exitCode: 1, notes: { success: false, feedback: 'Fault 1' } },
      },
      { result: 'Draft 2', data: { n: 2, exitCode: 0, notes: { success: true, criteria: 'clarity' } } },
      { result: 'Final draft', data: { n: 3, exitCode: 0, usage: { inputTokens: 10 } } },
    ]);
  });

  it('resumes the director with the latest evaluation and its draft, and nothing else', async () => {
    const world = createWorld({ answer: drafting(3) });
    await world.run(plan);
    const [first, second, third] = requestsTo(world, 'director').map(said);
    expect(first).toContain('Write about looms');
    expect(first).not.toContain('last_evaluator_output');
    const latest = JSON.stringify({ success: false, feedback: 'Fault 1', target_content: 'Draft 1' });
    expect(second).toContain(`<last_evaluator_output>${latest}</last_evaluator_output>`);
    expect(third).toContain('Fault 2');
    expect(third).not.toMatch(/Draft 1|Fault 1/);
    expect(requestsTo(world, 'director').map(({ messages }) => messages.length)).toEqual([2, 2, 2]);
  });

  it('gives the evaluator the draft, and asks for a verdict by its schema', async () => {
    const world = createWorld({ answer: drafting(2) });
    await world.run(plan);
    const [request] = requestsTo(world, 'evaluator');
    expect(said(request)).toContain('<target_content>Draft 1</target_content>');
    expect(said(request)).not.toContain('stdout');
    expect(request?.outputSchema).toMatchObject({ required: ['success', 'feedback'] });
    expect(request?.outputSchema).not.toHaveProperty('additionalProperties');
  });

  it('tells the evaluator what the director asks for: criteria, and target whatever the type', async () => {
    const world = createWorld({
      answer: drafting(2, { type: 'review', criteria: ['clear', 'short'], target: 'the end' }),
    });
    await world.run(plan);
    const judged = said(requestsTo(world, 'evaluator')[0]);
    expect(judged).toContain('<criteria>clear, short</criteria>');
    expect(judged).toContain('<target>the end</target>');

    const named = { ...evaluator, description: 'Judge {{target_content}} by {{criteria}}, mind {{target}}' };
    const other = createWorld({ answer: drafting(2, { type: 'review', criteria: 'clarity' }) });
    await other.run(planOf({ loop: { type: 'director_evaluator', director, evaluator: named } }, settings));
    expect(said(requestsTo(other, 'evaluator')[0])).toContain('Judge Draft 1 by clarity, mind ');

    // A name around the loop counts where the director asks for nothing.
    const around = createWorld({ answer: drafting(2) });
    const variables = { ...settings.variables, target: 'the start' };
    await around.run(planOf({ loop: { type: 'director_evaluator', director, evaluator: named } }, { variables }));
    expect(said(requestsTo(around, 'evaluator')[0])).toContain('by clarity, mind the start');
  });

  it('tells an evaluator of the library the target too', async () => {
    const library = {
      grammar: {
        criteria: 'grammar',
        parameters: [{ name: 'target_content' }, { name: 'target', type: 'string', default: '' }],
        task: { type: 'atomic', description: 'Mind {{target}}' },
      },
    };
    const world = createWorld({ answer: drafting(2, { type: 'review', criteria: 'grammar', target: 'the end' }) });
    await world.run(planOf({ loop: { type: 'director_evaluator', director } }, { ...settings, library }));
    const judge = world.models.requests.find((request) => keyOf(request).includes('/call/grammar/'));
    expect(said(judge)).toContain('Mind the end');
  });

  it('takes the names of its slots, and a strict schema, from the parts', async () => {
    const world = createWorld({ answer: drafting(2) });
    const loop = {
      type: 'director_evaluator',
      director: { ...director, description: 'Mind this: {{review.feedback}}', outputSlot: 'review' },
      evaluator: {
        ...evaluator,
        description: 'Judge {{draft.target_content}}',
        inputSource: 'draft',
        validationRules: 'strict',
      },
    };
    await world.run(planOf({ loop }));
    expect(said(requestsTo(world, 'evaluator')[0])).toContain('Judge Draft 1');
    expect(requestsTo(world, 'evaluator')[0]?.outputSchema).toMatchObject({ additionalProperties: false });
    expect(said(requestsTo(world, 'director')[1])).toContain('Mind this: Fault 1');
  });

  it('tells its evaluator what has accumulated, if its author wants that, and the director all the same only the latest', async () => {
    const contextManagement = { accumulateData: true, accumulationFormat: 'full_output' };
    const world = createWorld({ answer: drafting(3) });
    await world.run(planOf({ loop: { type: 'director_evaluator', director, evaluator, contextManagement } }, settings));
    expect(said(requestsTo(world, 'evaluator')[1])).toContain('Fault 1');
    expect(said(requestsTo(world, 'director')[2])).not.toMatch(/Draft 1|Fault 1/);
  });

  it('fails at max_iterations with the last draft as partial result', async () => {
    const world = createWorld({ answer: drafting(9) });
    expect(
      await world.run(
        planOf({ loop: { type: 'director_evaluator', director, evaluator, maxIterations: 2 } }, settings),
      ),
    ).toBe('failed');
    expect(endOf(world)).toMatchObject({
      kind: 'task.failed',
      error: { code: 'TASK_FAILURE', details: { reason: 'max_iterations', limit: 2 } },
      data: { notes: { partial_results: 'Draft 2' } },
    });
    expect(requestsTo(world, 'director')).toHaveLength(2);
  });

  it('starts anew when it is retried as a whole', async () => {
    const errorHandling = { onError: 'retry', maxRetries: 1 };
    const loop = { type: 'director_evaluator', director, evaluator, maxIterations: 2, errorHandling };
    const world = createWorld({
      answer: (asked) =>
        keyOf(asked).startsWith('task/loop/attempt/2') && isOf(asked, 'director') ? 'Done now' : drafting(9)(asked),
    });
    expect(await world.run(planOf({ loop }, settings))).toBe('completed');
    expect(endOf(world)).toMatchObject({ result: 'Done now', data: { attempts: 2 } });
  });

  it('runs the script that the director asks for on its draft, where its tools allow that', async () => {
    const request = { type: 'bash_script', criteria: ['count'], target: 'wc -c' };
    const loop = { type: 'director_evaluator', director: { ...director, tools: ['run_script'] }, evaluator };
    const world = createWorld({
      answer: drafting(2, request),
      script: () => ({ stdout: '7', stderr: 'hm', exitCode: 3 }),
    });
    expect(await world.run(planOf({ loop }, settings))).toBe('completed');
    expect(world.scripts).toMatchObject([{ content: 'wc -c', stdin: 'Draft 1', language: 'bash' }]);
    const judged = said(requestsTo(world, 'evaluator')[0]);
    expect(judged).toContain('<stdout>7</stdout>');
    expect(judged).toContain('<stderr>hm</stderr>');
    expect(judged).toContain('<exit_code>3</exit_code>');
  });

  it('has a person approve the script of a director where run_script has to be approved', async () => {
    const request = { type: 'bash_script', criteria: ['count'], target: 'wc -c' };
    const loop = {
      type: 'director_evaluator',
      approve: ['run_script'],
      director: { ...director, tools: ['run_script'] },
      evaluator,
    };
    const person = (answer: object) => ({ answer: drafting(2, request), person: () => JSON.stringify(answer) });
    const world = createWorld(person({ approve: true, arguments: { content: 'wc -w' } }));
    expect(await world.run(planOf({ loop }, settings))).toBe('completed');
    expect(world.scripts).toMatchObject([{ content: 'wc -w' }]);
    expect(world.person.questions).toMatchObject([
      { kind: 'approval', tool: 'run_script', args: { content: 'wc -c' } },
    ]);
    const refused = createWorld(person({ approve: false }));
    expect(await refused.run(planOf({ loop }, settings))).toBe('failed');
    expect([refused.scripts, refused.person.questions.length]).toEqual([[], 1]);
  });

  it('refuses the script of a director that must not run any', async () => {
    const world = createWorld({ answer: drafting(2, { type: 'bash_script', criteria: 'x', target: 'rm -rf /' }) });
    expect(await world.run(plan)).toBe('failed');
    expect(world.scripts).toEqual([]);
    expect(endOf(world)).toMatchObject({ error: { code: 'TASK_FAILURE', details: { reason: 'permission' } } });
  });

  it('finds an evaluator in the library by the criteria, and records which, among which', async () => {
    const library = {
      grammar: {
        criteria: 'grammar, spelling, punctuation',
        parameters: [{ name: 'target_content' }, { name: 'stdout', type: 'string', default: 'no script' }],
        task: { type: 'atomic', description: 'Correct {{target_content}}, {{stdout}}' },
      },
      units: { criteria: 'units, dimensions, physics', task: { type: 'atomic', description: 'Units' } },
    };
    const world = createWorld({ answer: drafting(2, { type: 'review', criteria: ['spelling', 'grammar'] }) });
    expect(await world.run(planOf({ loop: { type: 'director_evaluator', director } }, { ...settings, library }))).toBe(
      'completed',
    );
    const choice = world.log.events.find(({ path }) => path === 'task/loop/attempt/1/iter/1/choice/evaluator');
    expect(choice?.data).toMatchObject({
      effect: 'choice',
      value: { template: 'grammar', candidates: [{ name: 'grammar', score: expect.any(Number) }] },
    });
    const judge = world.models.requests.find((request) => keyOf(request).includes('/call/grammar/'));
    expect(said(judge)).toContain('Correct Draft 1, no script');
    expect(judge?.outputSchema).toBeDefined();
  });

  it('gives an evaluator of the library the draft, where its prompt names nothing', async () => {
    const library = { grammar: { criteria: 'grammar', task: { type: 'atomic', description: 'Is this right?' } } };
    const world = createWorld({ answer: drafting(2, { type: 'review', criteria: 'grammar' }) });
    await world.run(planOf({ loop: { type: 'director_evaluator', director } }, { ...settings, library }));
    const judge = world.models.requests.find((request) => keyOf(request).includes('/call/grammar/'));
    expect(said(judge)).toContain('Draft 1');
  });

  it('falls back on the built-in evaluator, and fails where there is none', async () => {
    const loop = { type: 'director_evaluator', director };
    const world = createWorld({ answer: drafting(2, { type: 'x', criteria: 'xyzzy' }) });
    expect(await world.run(planOf({ loop }, settings))).toBe('completed');
    const judge = world.models.requests.find((request) => keyOf(request).includes('/call/evaluator/'));
    expect(said(judge)).toMatch(/CRITERIA:\nxyzzy\n\nTARGET:\nDraft 1/);

    const own = { ...loop, director: { ...director, model: 'sim:x' } };
    const bare = createWorld({ answer: drafting(2, { type: 'x', criteria: 'xyzzy' }) });
    expect(await bare.run(planOf({ loop: own }, { ...settings, defaultModel: undefined }))).toBe('failed');
    expect(endOf(bare)).toMatchObject({ error: { details: { reason: 'no_evaluator' } } });
  });

  it('takes a fenced block for a request where the model has no tools', async () => {
    const block = '```heddle\n{"type":"review","criteria":"clarity"}\n```';
    const world = createWorld({
      answer: (asked) => {
        if (!isOf(asked, 'director')) return '{"success":true,"feedback":null}';
        return roundOf(asked) === 1 ? `A draft\n\n${block}` : 'Final';
      },
    });
    expect(await world.run(plan)).toBe('completed');
    expect(said(requestsTo(world, 'evaluator')[0])).toContain('<target_content>A draft</target_content>');
  });

  it('goes on wherever its log ends, asks nothing again that was answered, and ends the same', async () => {
    const request = { type: 'bash_script', criteria: 'xyzzy', target: 'wc -c' };
    const loop = { type: 'director_evaluator', director: { ...director, tools: ['run_script'] } };
    const asked = planOf({ loop }, settings);
    const whole = createWorld({ answer: drafting(3, request) });
    await whole.run(asked);
    for (let length = 1; length < whole.log.events.length; length++) {
      const log = whole.log.events.slice(0, length);
      const again = createWorld({ answer: drafting(3, request), log, blobs: whole.deps.blobs });
      expect(await again.run(asked)).toBe('completed');
      expect(endOf(again)).toMatchObject({ result: 'Final draft' });
      const answered = log.filter(({ kind }) => kind === 'model.replied').length;
      expect(again.models.requests).toHaveLength(whole.models.requests.length - answered);
      const rounds = again.log.events.filter(({ kind }) => kind === 'iteration.logged');
      expect(rounds.map(({ path }) => path.slice(-1))).toEqual(['1', '2', '3']);
    }
  });

  it('fails with the draft where the evaluator gives no verdict', async () => {
    const world = createWorld({
      answer: (asked) => (isOf(asked, 'director') ? asking('Draft', { criteria: 'x' }) : 'It is fine.'),
    });
    expect(await world.run(plan)).toBe('failed');
    expect(endOf(world)).toMatchObject({
      error: { code: 'INVALID_OUTPUT', details: { failed: 'task/loop/attempt/1/iter/1/task/evaluator' } },
      data: { notes: { partial_results: 'Draft' } },
    });
  });
});

describe('a static director-evaluator', () => {
  const script = { type: 'script', script: { content: 'check' } };
  const loop = { type: 'director_evaluator', mode: 'static', director, script, evaluator };
  const verdicts = (success: (round: number) => boolean) => (asked: ModelRequest) => {
    const round = roundOf(asked);
    return isOf(asked, 'director')
      ? `Draft ${round}`
      : JSON.stringify({ success: success(round), feedback: `Fault ${round}` });
  };

  it('is director, script and evaluator, once', async () => {
    const world = createWorld({ answer: verdicts(() => false), script: () => ({ stdout: 'bad', exitCode: 4 }) });
    expect(await world.run(planOf({ loop: { ...loop, onUnaccepted: 'complete' } }, settings))).toBe('completed');
    expect(world.scripts).toMatchObject([{ content: 'check', stdin: 'Draft 1' }]);
    expect(said(requestsTo(world, 'evaluator')[0])).toContain('<exit_code>4</exit_code>');
    expect(endOf(world)).toMatchObject({
      result: 'Draft 1',
      data: { notes: { evaluation: { success: false, feedback: 'Fault 1' } } },
    });
    const round = world.log.events.find(({ kind }) => kind === 'iteration.logged');
    expect(round).toMatchObject({ data: { n: 1, exitCode: 4 } });
  });

  it('fails if no draft is accepted, with the last feedback and draft, unless it is to complete', async () => {
    const rejected = createWorld({ answer: verdicts(() => false) });
    expect(await rejected.run(planOf({ loop: { ...loop, maxIterations: 2 } }, settings))).toBe('failed');
    expect(endOf(rejected)).toMatchObject({
      kind: 'task.failed',
      error: {
        code: 'TASK_FAILURE',
        message: 'The evaluator did not accept the draft after 2 rounds. It says: Fault 2',
        details: { reason: 'unaccepted', limit: 2 },
      },
      data: { notes: { partial_results: 'Draft 2', evaluation: { success: false, feedback: 'Fault 2' } } },
    });
    expect(rejected.log.events.filter(({ kind }) => kind === 'iteration.logged')).toHaveLength(2);
  });

  it('repeats while the verdict is no, with the latest evaluation', async () => {
    const world = createWorld({ answer: verdicts((round) => round === 2) });
    expect(await world.run(planOf({ loop: { ...loop, maxIterations: 5 } }, settings))).toBe('completed');
    expect(requestsTo(world, 'director')).toHaveLength(2);
    expect(said(requestsTo(world, 'director')[1])).toContain('Fault 1');
    expect(endOf(world)).toMatchObject({ result: 'Draft 2' });
  });

  it('offers its director no way to ask for an evaluation', async () => {
    const world = createWorld({ answer: verdicts(() => true) });
    await world.run(planOf({ loop }, settings));
    const names = requestsTo(world, 'director')[0]?.tools?.map(({ name }) => name) ?? [];
    expect(names).not.toContain('request_evaluation');
  });
});
