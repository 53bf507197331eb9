import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { turns } from '../testing/calling-model.testing';
import { promptOf } from '../testing/nested.testing';
import { createWorld } from '../testing/world.testing';

const agents = {
  full: { model: 'sim:full', contextTransfer: 'full' },
  summary: { model: 'sim:summary', contextTransfer: 'summary' },
};
const off = { mode: 'none' };

/** The history that the agent of the last call was sent. */
const historyOf = (world: ReturnType<typeof createWorld>) => {
  const text = promptOf(world.models.requests.at(-1) as never);
  return /<history>[\s\S]*<\/history>/.exec(text)?.[0];
};

describe('what an agent is sent of the history', () => {
  it('is nothing unless it asks for it', async () => {
    const world = createWorld();
    const plan = planOf({ a: {}, b: { dependsOn: ['a'], context: off } }, { agents });
    expect(await world.run(plan)).toBe('completed');
    expect(historyOf(world)).toBeUndefined();
  });

  it('is with full all messages of what it depends on, in the order of completion, without what these were told', async () => {
    const call = { name: 'note', args: { text: 'Decision: use tabs' } };
    const world = createWorld({
      script: () => ({ stdout: '1 file\n' }),
      answer: (request) =>
        JSON.stringify(request.messages).includes('Do b') ? turns([call], 'B is done.')(request) : 'A is done.',
    });
    const plan = planOf(
      {
        a: {},
        b: { dependsOn: ['a'], tools: ['note'] },
        print: { type: 'script', script: { content: 'x' } },
        aside: {},
        c: { description: 'Do c', agent: 'full', dependsOn: ['b', 'print'], context: off },
      },
      { agents },
    );
    expect(await world.run(plan)).toBe('completed');
    const request = world.models.requests.find((one) => one.model.model === 'full');
    expect(promptOf(request as never)).toMatchInlineSnapshot(`
      "<history>
      <task id="print">
      [output]
      1 file
      </task>
      <task id="a">
      [user]
      Do a

      [assistant]
      A is done.
      </task>
      <task id="b">
      [user]
      Do b

      [assistant]
      (calls note {"text":"Decision: use tabs"})

      [tool note]
      Noted.

      [assistant]
      B is done.
      </task>
      </history>

      Do c"
    `);
  });
});
