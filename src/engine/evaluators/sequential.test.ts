import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { kinds, loud, promptOf, prompts, resultOf, say } from '../testing/nested.testing';
import { providerError } from '../testing/scripted-models.testing';
import { createWorld } from '../testing/world.testing';

describe('a sequence', () => {
  it('runs its steps in order, each seeing those before it, and gives the result of the last that was not skipped', async () => {
    const world = createWorld({ answer: loud });
    const steps = [
      say('one'),
      say('two {{step_1}}', { id: 'two', returns: { size_of_two: 'size(content)' } }),
      say('three {{two}} {{size_of_two}}'),
      say('never', { condition: 'false' }),
    ];
    expect(
      await world.run(planOf({ s: { type: 'sequential', steps }, after: { ...say('{{s}}'), dependsOn: ['s'] } })),
    ).toBe('completed');
    expect(prompts(world).slice(0, 3)).toEqual(['one', 'two ONE', 'three TWO ONE 7']);
    expect(resultOf(world, 's')).toBe('THREE TWO ONE 7');
    expect(prompts(world)[3]).toContain('THREE TWO ONE 7');
  });

  it('keeps what its steps did when one of them fails, and names that one', async () => {
    const world = createWorld({ answer: (request) => (promptOf(request) === 'bad' ? providerError('auth') : 'fine') });
    const inner = { type: 'sequential', steps: [say('ok'), say('bad', { name: 'The bad one' })] };
    expect(await world.run(planOf({ s: { type: 'sequential', steps: [say('first'), inner, say('last')] } }))).toBe(
      'failed',
    );
    const [failed] = kinds(world.log.events, 'task.failed').filter(({ path }) => path === 'task/s');
    expect(failed?.error).toMatchObject({
      code: 'PROVIDER_ERROR',
      details: { kind: 'auth', failed: 'task/s/attempt/1/task/step_2/attempt/1/task/step_2' },
    });
    expect(failed?.error?.message).toContain('The bad one');
    const time = expect.any(Number);
    expect(failed?.data).toMatchObject({
      notes: {
        partial_results: { step_1: 'fine' },
        step_history: {
          start_time: time,
          current_step: 2,
          resource_usage: { input_tokens: 10, output_tokens: 5 },
          outputs: [{ step_id: 'step_1', output: 'fine', notes: '', timestamp: time }],
        },
      },
    });
    expect(prompts(world)).not.toContain('last');
  });

  it.each([
    ['an evaluator', { subtype: 'evaluator', description: 'Judge {{check.notes.exit_code}}' }],
    ['a step whose inputs name it', { inputs: { log: { from: 'check.notes.stderr' } }, description: 'See {{log}}' }],
  ])('hands a script that failed to %s', async (_who, next) => {
    const answer = () => '{"success": false, "feedback": null}';
    const world = createWorld({ answer, script: () => ({ exitCode: 3, stderr: 'broken' }) });
    const script = { type: 'script', id: 'check', script: { content: 'exit 3' } };
    const plan = planOf({ s: { type: 'sequential', steps: [script, { type: 'atomic', ...next }] } });
    expect(await world.run(plan)).toBe('completed');
    expect(prompts(world)[0]).toMatch(/Judge 3|See broken/);
  });

  it('fails with a script that nothing judges', async () => {
    const world = createWorld({ script: () => ({ exitCode: 3 }) });
    const plan = planOf({
      s: { type: 'sequential', steps: [{ type: 'script', script: { content: 'x' } }, say('next')] },
    });
    expect(await world.run(plan)).toBe('failed');
  });
});

describe('what steps are told (inherit and accumulate)', () => {
  const contextOf = async (contextManagement: object, steps = [say('one'), say('two')]) => {
    const world = createWorld({ answer: (request) => `answer to ${promptOf(request).split('\n').at(-1)}` });
    const s = { type: 'sequential', dependsOn: ['before'], contextManagement, steps };
    await world.run(planOf({ before: say('before'), s }));
    return prompts(world).slice(1);
  };

  it('is nothing by default', async () => {
    expect(await contextOf({})).toEqual(['one', 'two']);
  });

  it('is the context of the sequence, where it is inherited', async () => {
    const [one, two] = await contextOf({ inheritContext: 'full' });
    expect(one).toMatch(
      /^<inherited_context>\n=== RELEVANT CONTEXT ===[\s\S]*answer to before[\s\S]*<\/inherited_context>\n\none$/,
    );
    expect(two).toContain('answer to before');
    expect(two).not.toContain('answer to one');
  });

  it('is what earlier steps put out, where that is accumulated', async () => {
    const [one, two] = await contextOf({ accumulateData: true, accumulationFormat: 'full_output' });
    expect(one).toBe('one');
    expect(two).toBe(
      '<previous_outputs>\n<output step="step_1">\nanswer to one\n</output>\n</previous_outputs>\n\ntwo',
    );
  });

  it('is both, kept apart', async () => {
    const [, two] = await contextOf({ inheritContext: 'full', accumulateData: true });
    expect(two).toMatch(
      /<inherited_context>[\s\S]*answer to before[\s\S]*<\/inherited_context>\n\n<previous_outputs>[\s\S]*one/,
    );
  });

  it('is only the start of an output without notes, unless the whole is asked for', async () => {
    const long = 'x'.repeat(700);
    const [, notes] = await contextOf({ accumulateData: true }, [say(long), say('two')]);
    const [, full] = await contextOf({ accumulateData: true, accumulationFormat: 'full_output' }, [
      say(long),
      say('two'),
    ]);
    expect(notes?.length).toBeLessThan(650);
    expect(full?.length).toBeGreaterThan(700);
  });
});
