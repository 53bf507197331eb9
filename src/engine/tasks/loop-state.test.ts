import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { kinds, promptOf, prompts, say } from '../testing/nested.testing';
import { createWorld, type World } from '../testing/world.testing';

const counted = {
  state: { count: 'state.count + 1', seen: 'state.seen + [content]' },
  initialState: { count: 0, seen: [] },
};
const asks = 'Round {{state.count}}: {{state.seen}}';

/** The state after each round. */
const statesOf = ({ log }: Pick<World, 'log'>) =>
  log.events.flatMap((event) => (event.kind === 'iteration.logged' ? [event.data.state] : []));

describe('the state of a loop', () => {
  it('is what expressions over a round give the next one, by name', async () => {
    const world = createWorld({ answer: (request) => `after ${promptOf(request).slice(0, 7)}` });
    await world.run(planOf({ a: say(asks, { loop: { type: 'repeat', count: 3, ...counted } }) }));
    expect(prompts(world)).toEqual([
      'Round 0: []',
      'Round 1: ["after Round 0"]',
      'Round 2: ["after Round 0","after Round 1"]',
    ]);
    const logged = statesOf(world).map((state) => JSON.parse(state?.text ?? ''));
    expect(logged.map(({ count }) => count)).toEqual([1, 2, 3]);
  });

  it('is given to a script, with the number of the round and the last result, whole', async () => {
    const world = createWorld({ script: () => ({ stdout: 'out' }) });
    const loop = { type: 'repeat', count: 2, ...counted };
    await world.run(planOf({ a: { type: 'script', script: { content: 'echo $iteration' }, loop } }));
    expect(world.scripts.map(({ stdin }) => JSON.parse(stdin ?? ''))).toEqual([
      { iteration: 1, last: null, state: { count: 0, seen: [] } },
      { iteration: 2, last: 'out', state: { count: 1, seen: ['out'] } },
    ]);
    expect(world.scripts[1]?.env).toMatchObject({ iteration: '2', last: 'out', state: '{"count":1,"seen":["out"]}' });
  });

  it('is tested by the condition: that before the round by while, that after it by until', async () => {
    const world = createWorld();
    const loop = (type: string, condition: string) => ({ loop: { type, condition, ...counted } });
    await world.run(
      planOf({
        while: say('while', loop('while', 'state.count < 2')),
        until: say('until', loop('until', 'state.count == 3')),
      }),
    );
    const count = (text: string) => prompts(world).filter((prompt) => prompt === text).length;
    expect([count('while'), count('until')]).toEqual([2, 3]);
  });

  it('is known to all tasks in the task, and hides that of a loop around it', async () => {
    const world = createWorld({ answer: () => 'ok' });
    const inner = say('{{state.mine}}', { loop: { type: 'repeat', count: 2, state: { mine: '"inner"' } } });
    const steps = [say('{{state.count}}'), inner];
    await world.run(planOf({ all: { type: 'sequential', steps, loop: { type: 'repeat', count: 2, ...counted } } }));
    expect(prompts(world)).toEqual(['0', '', 'inner', '1', '', 'inner']);
  });

  it('is null where an expression cannot be worked out, with a warning, and at first where nothing is written', async () => {
    const world = createWorld({ answer: () => 'text' });
    const loop = { type: 'repeat', count: 2, state: { n: 'output.n' } };
    await world.run(planOf({ a: say('n is {{state.n}}.', { loop }) }));
    expect(prompts(world)).toEqual(['n is .', 'n is .']);
    expect(reduceRun(emptyRun, world.log.events).warnings.get('a')?.[0]).toContain('state.n is null');
  });

  it('is the same wherever the run was interrupted, also where it is long', async () => {
    const long = 'x'.repeat(3000);
    const answer = () => long;
    const plan = planOf({ a: say('{{state.count}}', { loop: { type: 'repeat', count: 4, ...counted } }) });
    const whole = createWorld({ answer });
    await whole.run(plan);
    expect(prompts(whole)).toEqual(['0', '1', '2', '3']);
    for (let cut = 1; cut < whole.log.events.length; cut += 1) {
      const log = whole.log.events.slice(0, cut);
      const world = createWorld({ answer, log, blobs: whole.deps.blobs });
      expect(await world.run(plan)).toBe('completed');
      expect(statesOf(world), `cut after ${cut}`).toEqual(statesOf(whole));
      const answered = kinds(log, 'model.replied').length;
      expect(prompts(world), `cut after ${cut}`).toEqual(['0', '1', '2', '3'].slice(answered));
    }
  });
});
