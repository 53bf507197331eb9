import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { ModelRequest } from '../ports/model-client';
import { providerError, type Scripted } from '../testing/scripted-models.testing';
import { createWorld, type World } from '../testing/world.testing';

function keyOf({ idempotencyKey }: ModelRequest): string {
  return idempotencyKey.split('/').slice(1).join('/');
}

function said(request: ModelRequest | undefined): string {
  return request?.messages.map(({ content }) => content).join('\n') ?? '';
}

function endOf(world: World, path = 'task/a') {
  return world.log.events.find((event) => event.path === path && /^task\.(completed|failed)$/.test(event.kind));
}

function askedOf(world: World): ModelRequest[] {
  return world.models.requests.filter((request) => /reparse\/1\/turn/.test(keyOf(request)));
}

const twoSteps = `Here you are:
<task type="sequential"><steps>
  <task id="half"><description>First half of {{text}}</description></task>
  <task id="rest"><description>Join with {{half}}</description></task>
</steps></task>`;

/**
 * The task itself is always cut off. The decomposer gives the chosen answer. The tasks of the decomposition answer with
 * their names.
 */
function cut(xml: string, part: (key: string) => Scripted = (key) => `by ${key.split('/').at(-5)}`) {
  return (request: ModelRequest): Scripted => {
    const key = keyOf(request);
    if (/reparse\/1\/turn/.test(key)) return xml;
    if (key.includes('/reparse/')) return part(key);
    return { content: 'Half a rep', finishReason: 'length' };
  };
}

const a = { description: 'Shorten {{text}}', inputs: { text: 'A long text' }, reparse: {} };

describe('a task that exhausts its limits', () => {
  it('is taken apart into tasks that run in its place, in its scopes', async () => {
    const world = createWorld({ answer: cut(twoSteps) });
    expect(await world.run(planOf({ a, b: { description: 'After {{a}}', dependsOn: ['a'] } }))).toBe('failed');
    // The reply for b is cut off too, and b has no reparse.
    expect(endOf(world)).toMatchObject({ kind: 'task.completed', result: 'by rest', data: { status: 'COMPLETE' } });
    const half = world.models.requests.find((request) => keyOf(request).includes('/task/half/'));
    expect(keyOf(half as ModelRequest)).toMatch(/^task\/a\/attempt\/1\/reparse\/1\/task\//);
    expect(said(half)).toContain('First half of A long text');
    expect(endOf(world, 'task/b')).toMatchObject({ kind: 'task.failed' });
  });

  it('has the result of the last of several tasks, which wait for what they read', async () => {
    const several = `<workflow><tasks>
      <task id="y"><description>Use {{x}}</description></task>
      <task id="x"><description>Find it in {{text}}</description></task>
    </tasks></workflow>`;
    const world = createWorld({ answer: cut(several) });
    expect(await world.run(planOf({ a }))).toBe('completed');
    expect(endOf(world)).toMatchObject({ result: 'by y' });
    const last = world.models.requests.find((request) => keyOf(request).includes('/task/y/'));
    expect(said(last)).toContain('Use by x');
  });

  it('tells the decomposer the prompt, the failure with its figures, and the names', async () => {
    const world = createWorld({ answer: cut(twoSteps) });
    await world.run(planOf({ a }));
    const [asked] = askedOf(world);
    expect(said(asked)).toContain('Shorten A long text');
    expect(said(asked)).toMatch(/RESOURCE_EXHAUSTION.*\n.*resource: "output"/);
    expect(said(asked)).toContain('text: a text of 11 characters');
    expect(askedOf(world)).toHaveLength(1);
  });

  it('tells followers what stands in its place', async () => {
    const world = createWorld({ answer: cut(twoSteps) });
    await world.run(planOf({ a }));
    const done = world.log.events.find(({ kind }) => kind === 'reparse.done');
    expect(done).toMatchObject({ data: { reason: 'RESOURCE_EXHAUSTION', depth: 1, tasks: 1 } });
    expect(done?.result).toContain('type: sequential');
    const state = reduceRun(emptyRun, world.log.events);
    expect(state.reparsed.get('a')?.workflow.text).toContain('First half');
    expect([...state.tasks.keys()].some((taskPath) => taskPath.startsWith('a/reparse:1/'))).toBe(true);
  });

  it('is not, unless its author says so, or if the failure is another', async () => {
    const silent = createWorld({ answer: cut(twoSteps) });
    await silent.run(planOf({ a: { ...a, reparse: undefined } }));
    expect(askedOf(silent)).toEqual([]);
    const locked = createWorld({ answer: () => providerError('auth') });
    await locked.run(planOf({ a }));
    expect(askedOf(locked)).toEqual([]);
    const never = createWorld({ answer: cut(twoSteps) });
    await never.run(planOf({ a: { ...a, disableReparsing: true } }));
    expect(askedOf(never)).toEqual([]);
  });

  it('is not, if it is the budget that is used up', async () => {
    const world = createWorld({ answer: cut(twoSteps) });
    await world.run(planOf({ a: { ...a, limits: { maxTotalTokens: 5 } } }));
    expect(world.models.requests).toEqual([]);
    expect(endOf(world)).toMatchObject({ error: { code: 'RESOURCE_EXHAUSTION', details: { resource: 'tokens' } } });
    expect(world.log.events.filter(({ kind }) => kind === 'resource.warning')).toEqual([]);
  });

  it('is taken apart again within, up to max_depth', async () => {
    const one = '<task id="inner"><description>Again {{text}}</description></task>';
    const world = createWorld({ answer: cut(one, () => ({ content: '', finishReason: 'length' })) });
    expect(await world.run(planOf({ a: { ...a, reparse: { maxDepth: 2 } } }))).toBe('failed');
    expect(askedOf(world)).toHaveLength(2);
    expect(endOf(world)).toMatchObject({ error: { code: 'RESOURCE_EXHAUSTION' } });
  });

  it('notes what is wrong with XML of which some can be read', async () => {
    const broken = twoSteps.replace('</description>', '</descriptions>');
    const world = createWorld({ answer: cut(broken) });
    expect(await world.run(planOf({ a }))).toBe('completed');
    const problems = [expect.stringContaining('descriptions')];
    const error = { code: 'XML_PARSE_ERROR', problems: expect.arrayContaining(problems) };
    expect(endOf(world)).toMatchObject({ data: { notes: { xml_parsed: true, xml_error: error } } });
  });

  it('has the answer as its result if that is no XML', async () => {
    const world = createWorld({ answer: cut('I would rather not.') });
    expect(await world.run(planOf({ a }))).toBe('completed');
    expect(endOf(world)).toMatchObject({
      result: 'I would rather not.',
      data: { notes: { xml_parsed: false, xml_error: { code: 'XML_PARSE_ERROR', location: 'line 1, column 1' } } },
    });
    // The second request says what is missing.
    expect(askedOf(world)).toHaveLength(2);
    expect(said(askedOf(world)[1])).toContain('There is no <task> in it.');
    expect(world.log.events.filter(({ kind }) => kind === 'resource.warning')).toHaveLength(1);
  });

  it('keeps its failure if the tasks cannot run, of which the decomposer was told', async () => {
    const world = createWorld({ answer: cut('<task id="x"><description>{{nowhere}}</description></task>') });
    expect(await world.run(planOf({ a }))).toBe('failed');
    expect(said(askedOf(world)[1])).toMatch(/tasks\.x\.description: .*nowhere/);
    expect(endOf(world)).toMatchObject({ error: { code: 'RESOURCE_EXHAUSTION' } });
  });

  it('gives its place to tasks that can do no more than it could', async () => {
    const script = '<task type="script" id="x"><script><content>rm -rf /</content></script></task>';
    const refused = createWorld({ answer: cut(script) });
    expect(await refused.run(planOf({ a }))).toBe('failed');
    expect(refused.scripts).toEqual([]);
    expect(said(askedOf(refused)[1])).toContain('script are not allowed');

    const approved = { ...a, tools: ['run_script'], approve: true };
    const unseen = createWorld({ answer: cut(script), person: () => JSON.stringify({ approve: true }) });
    expect(await unseen.run(planOf({ a: approved }))).toBe('failed');
    expect(unseen.scripts).toEqual([]);

    for (const forbidden of [
      '<task type="tool" id="x"><tool>write_file</tool></task>',
      '<task type="ask" id="x"><form><field name="pin" type="text"/></form></task>',
      '<task type="call" id="x"><ref>summarizer</ref></task>',
      '<task id="x" type="map"><items format="json">[1]</items><inner_task><task type="tool"><tool>write_file</tool></task></inner_task></task>',
    ]) {
      const world = createWorld({ answer: cut(forbidden) });
      expect(await world.run(planOf({ a }))).toBe('failed');
      expect(said(askedOf(world)[1])).toContain('are not allowed here');
    }

    const greedy =
      '<task id="x"><model>openai:gpt-9</model><tools>write_file</tools><description>Write</description></task>';
    const world = createWorld({ answer: cut(greedy) });
    expect(await world.run(planOf({ a }))).toBe('completed');
    const inner = world.models.requests.find((request) => keyOf(request).includes('/task/x/'));
    expect(inner?.model).toEqual({ provider: 'sim', model: 'echo' });
    expect(inner?.tools?.map(({ name }) => name) ?? []).not.toContain('write_file');

    const agents = { shortener: { model: 'sim:small' } };
    const withAgent = createWorld({ answer: cut(greedy) });
    await withAgent.run(planOf({ a: { ...a, agent: 'shortener' } }, { agents }));
    const its = withAgent.models.requests.find((request) => keyOf(request).includes('/task/x/'));
    expect(its?.model).toEqual({ provider: 'sim', model: 'small' });
  });

  it('is asked for once only, however often the run is taken up', async () => {
    const first = createWorld({ answer: cut(twoSteps) });
    await first.run(planOf({ a }));
    const half = first.log.events.findIndex(({ kind }) => kind === 'reparse.done') + 1;
    const again = createWorld({ answer: cut(twoSteps), log: first.log.events.slice(0, half), blobs: first.deps.blobs });
    expect(await again.run(planOf({ a }))).toBe('completed');
    expect(askedOf(again)).toEqual([]);
    expect(endOf(again)).toMatchObject({ result: 'by rest' });
  });
});

describe('a task whose output stays invalid', () => {
  const invalid = { ...a, outputSchema: { type: 'array' } };

  it('is taken apart too, and what stands in its place must satisfy its schema', async () => {
    const answer = (list: string) => (request: ModelRequest) => {
      const key = keyOf(request);
      if (/reparse\/1\/turn/.test(key)) return '<task id="x"><description>List {{text}}</description></task>';
      return key.includes('/reparse/') ? list : 'no list';
    };
    const good = createWorld({ answer: answer('[1, 2]') });
    expect(await good.run(planOf({ a: invalid }))).toBe('completed');
    expect(endOf(good)).toMatchObject({ result: '[1, 2]' });
    const bad = createWorld({ answer: answer('still none') });
    expect(await bad.run(planOf({ a: invalid }))).toBe('failed');
    expect(endOf(bad)).toMatchObject({ error: { code: 'INVALID_OUTPUT' } });
  });
});

describe('a task that goes in circles, or fails otherwise', () => {
  const failingWith = (content: string, on: readonly string[]) => {
    const world = createWorld({
      answer: (request) => {
        const key = keyOf(request);
        if (/reparse\/1\/turn/.test(key)) return '<task id="x"><description>Another way</description></task>';
        if (key.includes('/reparse/')) return 'by another way';
        const toolCalls = [{ id: 'c', name: 'list_files', arguments: '{}' }];
        return { content, toolCalls, finishReason: 'tool_calls' };
      },
      files: { '/a.txt': 'A' },
    });
    return { world, run: world.run(planOf({ a: { ...a, reparse: { on } } })) };
  };

  it('is taken apart on no_progress', async () => {
    const { world, run } = failingWith('', ['no_progress']);
    expect(await run).toBe('completed');
    expect(endOf(world)).toMatchObject({ result: 'by another way' });
    expect(world.log.events.find(({ kind }) => kind === 'reparse.done')).toMatchObject({
      data: { reason: 'TASK_FAILURE' },
    });
  });

  it('is done in another way on task_failure, which must be asked for', async () => {
    const { world, run } = failingWith('', ['task_failure']);
    expect(await run).toBe('completed');
    expect(said(askedOf(world)[0])).toContain('TASK_FAILURE');
    const other = failingWith('', ['resource_exhaustion']);
    expect(await other.run).toBe('failed');
    expect(askedOf(other.world)).toEqual([]);
  });
});

describe('a reparse task', () => {
  it('runs what the decomposer writes for the failure that its author tells of', async () => {
    const task = {
      type: 'reparse',
      failedTask: { error: { type: 'RESOURCE_EXHAUSTION' }, originalPrompt: 'Sort the inbox' },
    };
    const world = createWorld({ answer: cut('<task id="x"><description>Sort</description></task>') });
    expect(await world.run(planOf({ a: task }))).toBe('completed');
    expect(said(askedOf(world)[0])).toContain('Sort the inbox');
    expect(said(askedOf(world)[0])).toContain('RESOURCE_EXHAUSTION');
    expect(endOf(world)).toMatchObject({ result: 'by x' });
  });

  it('fails with the place where the tasks cannot run', async () => {
    const task = { type: 'reparse', failedTask: { error: {}, originalPrompt: 'Sort the inbox' } };
    const world = createWorld({ answer: cut('<task id="x"><description>{{nowhere}}</description></task>') });
    expect(await world.run(planOf({ a: task }))).toBe('failed');
    const details = {
      path: 'tasks.x.description',
      invalidModel: false,
      violations: [expect.stringContaining('nowhere')],
    };
    expect(endOf(world)).toMatchObject({ error: { code: 'VALIDATION_ERROR', details } });
  });
});
