import { describe, expect, it } from 'vitest';
import type { Plan } from '@/plan/plan';
import { planOf } from '@/plan/plan.testing';
import type { ModelRequest } from '../ports/model-client';
import { kinds } from '../testing/nested.testing';
import { providerError, type Scripted } from '../testing/scripted-models.testing';
import { createWorld, type World } from '../testing/world.testing';

const summary = JSON.stringify({ summary: 'They spoke.', keyOutputs: [], decisions: [], errors: [] });
const compaction = { trigger: 'on_complete', agent: { model: 'sim:aside', reasoningEffort: 'low' } };
const agents = { matcher: { model: 'sim:aside', reasoningEffort: 'low' }, told: { contextTransfer: 'full' } };
const decomposer = {
  parameters: [{ name: 'original_prompt' }],
  task: { type: 'atomic', model: 'sim:aside', reasoningEffort: 'low', description: '{{original_prompt}}' },
};
const cut: Scripted = { content: 'Half', finishReason: 'length' };
const parts = '<task id="x" type="atomic"><description>Part</description></task>';

/**
 * The questions to models outside the conversation of a task. Each has a plan in which it is asked once, and its
 * answer.
 */
interface Aside {
  readonly what: string;
  readonly plan: Plan;
  readonly answer: string;
  readonly hasSchema: boolean;
  readonly others?: Scripted;
}

const asides: readonly Aside[] = [
  {
    what: 'what matches of the memory',
    plan: planOf(
      { find: { type: 'associative_memory', query: 'looms' } },
      { agents, memory: { index: { '/a.md': 'looms' } } },
    ),
    answer: JSON.stringify({ matches: [{ path: '/a.md', relevance: 1 }] }),
    hasSchema: true,
  },
  {
    what: 'a summary of a history',
    plan: planOf({ a: {}, b: { agent: 'told', dependsOn: ['a'] } }, { agents, compaction }),
    answer: summary,
    hasSchema: true,
    others: 'It went on and on. '.repeat(30),
  },
  {
    what: 'a summary of an output, by the agent that compacts',
    plan: planOf(
      {
        a: { type: 'script', script: { content: 'x' }, limits: { maxStdoutBytes: 60, truncationStrategy: 'summary' } },
      },
      { compaction: { ...compaction, trigger: 'manual' } },
    ),
    answer: summary,
    hasSchema: true,
  },
  {
    what: 'tasks in the place of one',
    plan: planOf({ a: { reparse: {} } }, { library: { decomposer } }),
    answer: parts,
    hasSchema: false,
    others: cut,
  },
];

const isAside = ({ model }: ModelRequest) => model.model === 'aside';
const askedIn = ({ models }: World) => models.requests.filter(isAside);
const long = 'It went on and on.\n'.repeat(20);

/** A world in which each of these questions fails `failing` times. */
function worldOf({ answer, others = 'ok' }: Aside, failing: number): World {
  const failed = new Map<string, number>();
  return createWorld({
    script: () => ({ stdout: long }),
    answer: (request) => {
      if (!isAside(request)) return request.idempotencyKey.includes('/task/x/') ? 'ok' : others;
      const before = failed.get(request.idempotencyKey) ?? 0;
      failed.set(request.idempotencyKey, before + 1);
      return before < failing ? providerError('overloaded') : answer;
    },
  });
}

describe.each(asides)('a question for $what', (aside) => {
  const { plan, hasSchema } = aside;

  it('says how hard to think, and the schema of the answer, if it has one', async () => {
    const world = worldOf(aside, 0);
    expect(await world.run(plan)).toBe('completed');
    const asked = askedIn(world);
    expect(asked.length).toBeGreaterThan(0);
    for (const { messages, outputSchema, reasoningEffort } of asked) {
      expect(reasoningEffort).toBe('low');
      expect(outputSchema !== undefined).toBe(hasSchema);
      if (hasSchema) expect(messages.at(-1)?.content).toContain(`JSON Schema:\n${JSON.stringify(outputSchema)}`);
    }
  });

  it('is asked again where the server fails for a moment, with its slot given to others meanwhile', async () => {
    const calm = worldOf(aside, 0);
    await calm.run(plan);
    const world = worldOf(aside, 1);
    expect(await world.run(plan)).toBe('completed');
    expect(askedIn(world)).toHaveLength(askedIn(calm).length * 2);
    expect(kinds(world.log.events, 'resource.warning')).toEqual(kinds(calm.log.events, 'resource.warning'));
    expect(kinds(world.log.events, 'task.retrying')).toEqual([]);
  });
});

it('lets another task go on while a question waits to be asked again', async () => {
  const [aside] = asides as [Aside];
  const tasks = { find: { type: 'associative_memory', query: 'looms' }, other: {} };
  const plan = planOf(tasks, { agents, memory: { index: { '/a.md': 'looms' } }, maxConcurrency: 1 });
  const world = worldOf(aside, 1);
  expect(await world.run(plan)).toBe('completed');
  expect(kinds(world.log.events, 'task.completed').map(({ path }) => path)).toEqual(['task/other', 'task/find']);
});

it('gives up on a question after the retries of its task', async () => {
  const [aside] = asides as [Aside];
  const find = { type: 'associative_memory', query: 'looms', errorHandling: { maxRetries: 0 } };
  const world = worldOf(aside, 1);
  await world.run(planOf({ find }, { agents, memory: { index: { '/a.md': 'looms' } } }));
  expect(askedIn(world).map(({ idempotencyKey }) => idempotencyKey)).toEqual([
    'run1/task/find/attempt/1/match/1/turn/1',
    'run1/task/find/attempt/1/match/2/turn/1',
  ]);
});
