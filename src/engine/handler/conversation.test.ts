import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import type { ModelRequest } from '../ports/model-client';
import { turns, type WrittenTurn } from '../testing/calling-model.testing';
import type { Scripted } from '../testing/scripted-models.testing';
import { createWorld } from '../testing/world.testing';

type Options = NonNullable<Parameters<typeof createWorld>[0]>;
const small = { limits: { maxOutputTokens: 100 } };
const plain = (said: Scripted) => (typeof said === 'string' ? { content: said } : said);
const note = (text: string): WrittenTurn => [{ name: 'note', args: { text } }];

async function converse(task: object, written: readonly WrittenTurn[], options: Options = {}) {
  const world = createWorld({ answer: turns(...written), ...options });
  const plan = planOf({ a: { tools: ['note'], ...task } });
  await world.run(plan);
  const end = world.log.events.findLast(({ path }) => path === 'task/a');
  return { world, plan, end };
}
const warnings = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.kind === 'resource.warning' ? [event.data.message] : []));
const notesOf = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.kind === 'task.completed' ? [event.data.notes] : [])).at(-1);
const lastReplyTime = (events: readonly RunEvent[]) => events.findLast(({ kind }) => kind === 'model.replied')?.t ?? '';
const exhausted = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.kind === 'resource.exhausted' ? [event.data] : []));

describe('turns', () => {
  it('end at the limit with its figures, after one warning at the threshold', async () => {
    const endless = Array.from({ length: 20 }, (_, n) => note(`${n}`));
    const { world, end } = await converse({ limits: { maxTurns: 5 } }, endless);
    expect(world.models.requests).toHaveLength(5);
    expect(end).toMatchObject({
      kind: 'task.failed',
      error: { code: 'RESOURCE_EXHAUSTION', details: { resource: 'turns', used: 5, limit: 5 } },
      data: { notes: { text: '0\n1\n2\n3\n4', metrics: { turns: { used: 5, limit: 5 } } } },
    });
    expect(warnings(world.log.events)).toEqual(['4 of 5 turns are used.']);
    expect(exhausted(world.log.events)).toEqual([{ resource: 'turns', used: 5, limit: 5 }]);
  });

  it('are also taken by answers of the person', async () => {
    const asking: WrittenTurn = [{ name: 'ask_user', args: { question: 'Which?' } }];
    const task = { interactive: true, limits: { maxTurns: 3 } };
    const { end } = await converse(task, [asking, asking], { person: () => 'this' });
    expect(end).toMatchObject({ error: { details: { resource: 'turns', used: 4, limit: 3 } } });
  });

  it('are told with the window in the metrics of a result', async () => {
    const says = turns(note('x'));
    const answer = (request: ModelRequest) => ({ ...plain(says(request)), inputTokens: 300, outputTokens: 20 });
    const { world, end } = await converse(small, [], { windowTokens: 1000, answer });
    expect(end).toMatchObject({
      kind: 'task.completed',
      data: { notes: { metrics: { turns: { used: 2, limit: 10 }, context: { used: 300, limit: 800, peak: 342 } } } },
    });
    const notes = { metrics: { turns: { last_turn_at: lastReplyTime(world.log.events) } } };
    expect(end).toMatchObject({ data: { notes } });
  });
});

describe('the window of the model', () => {
  const long = { ...small, description: 'word '.repeat(400), tools: undefined };

  it('is not exceeded: the call is not made', async () => {
    const { world, end } = await converse(long, [], { windowTokens: 600 });
    expect(world.models.requests).toHaveLength(0);
    expect(end).toMatchObject({
      error: { code: 'RESOURCE_EXHAUSTION', details: { resource: 'context', used: 506, limit: 480 } },
    });
  });

  it('names the server that taught it, and how to forget that', async () => {
    const facts = () => ({ window: 600, windowFrom: 'gateway.test' });
    const { end } = await converse(long, [], { facts });
    expect(end?.error?.message).toContain('was learned from an earlier answer of gateway.test');
    expect(end?.error?.message).toContain('heddle models --forget sim:echo');
  });

  it('is warned of at the threshold, and no limit where it is not known', async () => {
    const near = await converse(long, [], { windowTokens: 700 });
    expect(warnings(near.world.log.events)).toEqual(['506 of 560 tokens of the window are used.']);
    const unknown = await converse(long, []);
    expect(warnings(unknown.world.log.events)).toEqual([]);
    expect(unknown.end).toMatchObject({ data: { notes: { metrics: { context: { limit: null } } } } });
  });
});

describe('the length of a reply', () => {
  const answerOf = (outputTokens: number, finishReason: 'stop' | 'length') => ({
    answer: () => ({ content: 'Half', outputTokens, finishReason }),
  });
  const task = { limits: { maxOutputTokens: 100 } };

  it('is warned of at the threshold, and an error with its figures at the limit, that keeps what came', async () => {
    const near = await converse(task, [], answerOf(90, 'stop'));
    expect(near.end?.kind).toBe('task.completed');
    expect(warnings(near.world.log.events)).toEqual(['90 of 100 tokens of a reply are used.']);
    const cut = await converse(task, [], answerOf(100, 'length'));
    expect(warnings(cut.world.log.events)).toEqual([]);
    expect(exhausted(cut.world.log.events)).toEqual([{ resource: 'output', used: 100, limit: 100 }]);
    expect(cut.end).toMatchObject({ kind: 'task.failed', result: 'Half', error: { code: 'RESOURCE_EXHAUSTION' } });
  });
});

describe('a reply that is not what was asked for', () => {
  const task = { outputSchema: { type: 'object', required: ['n'] } };

  it('is the JSON in it, with a note of what was mended, where nothing is guessed', async () => {
    const task = { outputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } };
    const { world, end } = await converse(task, ['Here it is:\n```json\n{ "n": 1, }\n```\nAnything else?']);
    expect(world.models.requests).toHaveLength(1);
    expect(end).toMatchObject({
      kind: 'task.completed',
      result: '{"n":1}',
      data: { notes: { repaired: ['a code fence', 'trailing commas'] } },
    });
    const strict = await converse(task, ['{ "n": 1 }']);
    expect(strict.end).toMatchObject({ result: '{ "n": 1 }' });
    expect(notesOf(strict.world.log.events)).not.toHaveProperty('repaired');
  });

  it('is sent back with the place where it stops being JSON', async () => {
    const task = { outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } };
    const { world, end } = await converse(task, ['{"n": NaN}', '{"n": 1}']);
    expect(world.models.requests[1]?.messages.at(-1)?.content).toContain(
      '- The reply is not JSON: line 1, character 7: found `NaN`, but JSON has no NaN.\n\n',
    );
    expect(end).toMatchObject({ kind: 'task.completed', result: '{"n": 1}' });
  });

  it('is sent back once, after which it may be right', async () => {
    const { world, end } = await converse(task, ['{}', '{"n": 1}']);
    expect(world.models.requests[1]?.messages.at(-1)?.content).toMatch(/^Your reply cannot be used:\n- #: .*"n"/);
    expect(end).toMatchObject({
      kind: 'task.completed',
      result: '{"n": 1}',
      data: { notes: { warnings: [expect.any(String)] } },
    });
  });

  it('fails the task if it stays so, also when tools were called in between', async () => {
    const { end } = await converse(task, [note('1'), '{}', note('2'), '[]']);
    expect(end).toMatchObject({ kind: 'task.failed', error: { code: 'INVALID_OUTPUT' }, result: '[]' });
  });
});

describe('no progress', () => {
  it('is three identical calls in a row with identical results, whatever is said beside them', async () => {
    const { world, end } = await converse({}, [note('x'), note('y'), note('x'), note('x'), note('x')]);
    expect(world.models.requests).toHaveLength(5);
    expect(end).toMatchObject({ error: { code: 'TASK_FAILURE', details: { reason: 'no_progress' } } });
  });

  it('is not a tool that is polled: the same call whose results differ goes on, until they stay the same', async () => {
    const state = { parameters: { type: 'object' }, script: { content: 'state' }, description: 'Tells the state' };
    const poll = async (states: readonly string[]) => {
      let asked = 0;
      const script = () => ({ stdout: states[Math.min(asked++, states.length - 1)] ?? '' });
      const written = Array.from({ length: 6 }, (): WrittenTurn => [{ name: 'state' }]);
      const world = createWorld({ answer: turns(...written), script });
      await world.run(planOf({ a: { tools: ['state'] } }, { tools: { state } }));
      return { asked, end: world.log.events.findLast(({ path }) => path === 'task/a') };
    };
    const building = await poll(['0 %', '20 %', '40 %', '60 %', '80 %', 'done']);
    expect(building).toMatchObject({ asked: 6, end: { kind: 'task.completed', result: 'done' } });
    const stuck = await poll(['0 %', '20 %']);
    expect(stuck).toMatchObject({ asked: 4, end: { error: { details: { reason: 'no_progress' } } } });
  });
});

describe('a director', () => {
  const director = { subtype: 'director', tools: undefined };
  const request = { type: 'review', criteria: ['short', 'clear'] };

  it('asks for an evaluation by a tool, which ends its turn', async () => {
    const call = { id: 'c', name: 'request_evaluation', arguments: JSON.stringify(request) };
    const answer = () => ({ content: 'A draft.', finishReason: 'tool_calls' as const, toolCalls: [call] });
    const { world, end } = await converse(director, [], { answer });
    expect(world.models.requests).toHaveLength(1);
    expect(end).toMatchObject({
      kind: 'task.completed',
      result: 'A draft.',
      data: { status: 'CONTINUATION', continuation: request },
    });
  });

  it('may ask for it by a last block, if its model knows no tools', async () => {
    const block = (text: string) => `${text}\n\n\`\`\`heddle\n${JSON.stringify(request)}\n\`\`\`\n`;
    const asked = await converse(director, [block('A draft.')]);
    expect(asked.end).toMatchObject({ result: 'A draft.', data: { status: 'CONTINUATION', continuation: request } });
    const other = await converse({}, [block('A draft.')]);
    expect(other.end).toMatchObject({ data: { status: 'COMPLETE' } });
  });

  it('is done when it answers plainly', async () => {
    expect((await converse(director, ['Done.'])).end).toMatchObject({ data: { status: 'COMPLETE' } });
  });
});

describe('a conversation that is taken up', () => {
  it('goes on where it was, with its notes and attached files, at every event', async () => {
    const written: readonly WrittenTurn[] = [
      [
        { name: 'attach_file', args: { path: '/f' } },
        { name: 'note', args: { text: 'one' } },
      ],
      [{ name: 'detach_file', args: { path: '/f' } }],
    ];
    const options = { files: { '/f': 'content' } };
    const task = { tools: ['attach_file', 'detach_file', 'note'] };
    const { world: whole, plan } = await converse(task, written, options);
    const { events } = whole.log;
    const requestsOf = ({ models }: typeof whole) => models.requests.map(({ messages }) => messages);
    for (let cut = 1; cut < events.length; cut++) {
      const world = createWorld({ answer: turns(...written), ...options, log: events.slice(0, cut) });
      expect(await world.run(plan)).toBe('completed');
      const asked = requestsOf(world);
      expect(asked).toEqual(requestsOf(whole).slice(whole.models.requests.length - asked.length));
      // The clock of the second world begins anew.
      const notes = JSON.stringify(notesOf(events)).replace(lastReplyTime(events), lastReplyTime(world.log.events));
      expect(JSON.stringify(notesOf(world.log.events))).toBe(notes);
    }
  });
});
