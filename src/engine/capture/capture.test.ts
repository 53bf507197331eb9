import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { planOf } from '@/plan/plan.testing';
import type { EventOf, RunEventKind } from '@/run/events';
import { readRecording } from '../log/recording';
import type { BlobStore } from '../ports/blob-store';
import { createMemoryBlobs } from '../testing/memory-stores.testing';
import { createWorld, type World } from '../testing/world.testing';

const script = (content: string, more: object = {}) => ({ type: 'script', script: { content }, ...more });
const prints = (outputs: Readonly<Record<string, string | Uint8Array>>) => ({
  script: ({ content, stdin }: { content: string; stdin: string }) => ({
    stdout: content === 'cat' ? stdin : (outputs[content] ?? ''),
    stderr: outputs[`${content} errors`] ?? '',
  }),
});
const limits = { maxStdoutBytes: 20, externalStorageThreshold: 50 };
const long = `start ${'-'.repeat(87)} end\n`;
const tail = '--- [78 bytes truncated] ---\n--------------- end\n\n--- Output (showing last 20 bytes of 98) ---';

const eventsOf = <K extends RunEventKind>({ log }: World, kind: K): readonly EventOf<K>[] =>
  log.events.filter((event): event is EventOf<K> => event.kind === kind);
const promptsOf = ({ models }: World) => models.requests.map(({ messages }) => messages.at(-1)?.content ?? '');

describe('what a script prints', () => {
  it('is a view where it is too long; the whole is kept as a file with the name of the task', async () => {
    const blobs = createMemoryBlobs();
    const world = createWorld({ ...prints({ long }), blobs });
    const tasks = { a: script('long', { limits }), b: { type: 'atomic', description: 'Read {{a}}', dependsOn: ['a'] } };
    expect(await world.run(planOf(tasks))).toBe('completed');
    expect(promptsOf(world)[0]).toContain(`Read ${tail}`);

    const [truncated] = eventsOf(world, 'output.truncated');
    expect(truncated?.data).toEqual({ stream: 'stdout', bytes: 98, shown: 20, strategy: 'tail' });
    const [stored] = eventsOf(world, 'output.stored');
    expect(stored?.data).toEqual({
      stream: 'stdout',
      bytes: 98,
      storedBytes: 98,
      file: '.workflow_state/task_outputs/a.log.gz',
      compressed: true,
    });
    expect(await blobs.get('run1', stored?.ref ?? '')).toBe(long);
    const [completed] = eventsOf(world, 'task.completed');
    expect(completed?.data).toMatchObject({
      bytes: 98,
      capture: { type: 'stdout', bytes: 98, truncated: true, strategy: 'tail', binary: false },
    });
    expect(completed?.data.capture?.stored).toEqual({ ref: stored?.ref, bytes: 98, path: stored?.data.file });
  });

  it('leaves nothing behind where it is within its limits', async () => {
    const blobs = createMemoryBlobs();
    const world = createWorld({ ...prints({ short: 'ok\n' }), blobs });
    await world.run(planOf({ a: script('short') }));
    expect(eventsOf(world, 'output.truncated').length + eventsOf(world, 'output.stored').length).toBe(0);
    expect(eventsOf(world, 'task.completed')[0]?.data).toMatchObject({ bytes: 2 });
    expect(eventsOf(world, 'task.completed')[0]?.data.capture).toBeUndefined();
    expect(blobs.texts.size).toBe(0);
  });

  it('is kept as a file though it is shown whole, if it is over the threshold', async () => {
    const world = createWorld(prints({ long }));
    const settings = { externalStorageThreshold: 50, externalStorageDir: 'outs/', compressExternal: false };
    await world.run(planOf({ group: { type: 'group', subtasks: { web: script('long', { limits: settings }) } } }));
    expect(eventsOf(world, 'output.truncated')).toEqual([]);
    expect(eventsOf(world, 'output.stored')[0]?.data).toMatchObject({ file: 'outs/group.web.log', compressed: false });
  });

  it('has a file for each round of a loop', async () => {
    const world = createWorld(prints({ long }));
    await world.run(planOf({ generate: script('long', { limits, loop: { type: 'repeat', count: 2 } }) }));
    const files = eventsOf(world, 'output.stored').map(({ data }) => data.file.split('/').at(-1));
    expect(files).toEqual(['generate.iter-1.log.gz', 'generate.iter-2.log.gz']);
  });

  it('is cut at standard error first where both together are too long', async () => {
    const world = createWorld(prints({ both: 'o'.repeat(30), 'both errors': 'e'.repeat(30) }));
    const small = { maxStdoutBytes: 25, maxStderrBytes: 25, maxCombinedBytes: 35, truncationStrategy: 'head' };
    await world.run(planOf({ a: script('both', { limits: small }) }));
    const shown = eventsOf(world, 'output.truncated').map(({ data }) => [data.stream, data.shown]);
    expect(shown).toEqual([
      ['stdout', 25],
      ['stderr', 10],
    ]);
    const [exited] = eventsOf(world, 'script.exited');
    expect(exited?.data.stderr.text).toBe(
      `--- Output (showing first/last 5 bytes of 30) ---\neeeee\n--- [20 bytes truncated] ---\neeeee`,
    );
    expect(exited?.data.stderrCapture).toMatchObject({ type: 'stderr', bytes: 30, truncated: true });
  });

  it('is marked where it is no text', async () => {
    const world = createWorld(prints({ bytes: new Uint8Array([0x61, 0xff]) }));
    await world.run(planOf({ a: script('bytes') }));
    expect(eventsOf(world, 'script.exited')[0]?.data.binary).toBe(true);
  });

  it('gives the same views back when the run is taken up, and tells nothing twice', async () => {
    const blobs = createMemoryBlobs();
    const tasks = {
      a: script('long', { limits, returns: { size: 'size(output)' } }),
      b: { type: 'atomic', description: 'Read {{a}} of {{size}}', dependsOn: ['a'] },
    };
    const first = createWorld({ ...prints({ long }), blobs });
    await first.run(planOf(tasks));
    for (const { seq } of first.log.events) {
      const again = createWorld({ ...prints({ long }), blobs, log: first.log.events.slice(0, seq) });
      expect(await again.run(planOf(tasks))).toBe('completed');
      const kinds = again.log.events.map(({ kind }) => kind).filter((kind) => kind !== 'run.resumed');
      expect(kinds.filter((kind) => kind.startsWith('output.'))).toEqual(['output.truncated', 'output.stored']);
      expect(eventsOf(again, 'task.completed')[0]?.data.returns).toEqual({ size: 97 });
    }
  });
});

it('an output is taken out of a recording with its whole, and printed again where that is gone', async () => {
  const tasks = { a: script('long', { limits, returns: { size: 'size(output)' } }) };
  const first = createWorld(prints({ long }));
  await first.run(planOf(tasks));
  for (const isThere of [true, false]) {
    const read = async (ref: string) => (isThere ? first.deps.blobs.get('run1', ref) : undefined);
    const again = createWorld(prints({ long }));
    expect(await again.run(planOf(tasks), await readRecording(first.log.events, read))).toBe('completed');
    expect(again.scripts).toHaveLength(isThere ? 0 : 1);
    expect(eventsOf(again, 'task.completed')[0]?.data.returns).toEqual({ size: 97 });
  }
});

it('an output for which there is no room waits for some, and the script runs again', async () => {
  const blobs = createMemoryBlobs();
  let isFull = true;
  const open: BlobStore['open'] = (...to) => {
    const writer = blobs.open(...to);
    const write: typeof writer.write = async (bytes) => {
      if (!isFull) return writer.write(bytes);
      isFull = false;
      throw new AppError('STORAGE_FULL', 'There is no room left.');
    };
    return { ...writer, write };
  };
  const world = createWorld({ ...prints({ long }), blobs: { ...blobs, open } });
  expect(await world.run(planOf({ a: script('long', { limits }) }))).toBe('completed');
  expect(world.scripts).toHaveLength(2);
  expect(eventsOf(world, 'output.stored')).toHaveLength(1);
});

describe('the whole of what is too long', () => {
  const run = async (
    tasks: Readonly<Record<string, object>>,
    outputs: Readonly<Record<string, string>> = { long },
    answer?: () => string,
  ) => {
    const world = createWorld({ ...prints(outputs), ...(answer && { answer }) });
    return { world, status: await world.run(planOf(tasks)) };
  };
  const list = JSON.stringify(Array.from({ length: 30 }, (_, index) => `item ${index}`));

  it('is what later scripts get, as standard input and as inputs', async () => {
    const { world } = await run({
      a: script('long', { limits }),
      b: { ...script('cat', { dependsOn: ['a'] }), script: { content: 'cat', stdin: '<{{a}}>' } },
      c: script('other', { dependsOn: ['a'], inputs: { text: { from: 'a' } } }),
    });
    const [, first, second] = world.scripts;
    expect(first?.stdin).toBe(`<${long.trimEnd()}>`);
    expect(second?.stdin).toBe(JSON.stringify({ text: long.trimEnd() }));
  });

  it('is what expressions see: conditions, returns, rules, and the tests of loops and cases', async () => {
    const isWhole = '.startsWith("start") && ';
    const { world, status } = await run({
      a: script('long', { limits, validate: `output${isWhole} size(content) == 97`, returns: { n: 'size(output)' } }),
      b: script('short', { dependsOn: ['a'], condition: `tasks.a.output${isWhole} size(tasks.a.output) == 97` }),
      c: script('long', { limits, loop: { type: 'until', condition: 'size(output) == 97', maxIterations: 3 } }),
      d: script('long', {
        limits,
        loop: { type: 'while', condition: 'last == null || size(last) < 97', maxIterations: 3 },
      }),
      e: {
        type: 'cond',
        dependsOn: ['a'],
        cases: [{ test: 'size(output) == 97 && size(tasks.a.content) == 97', task: script('short') }],
      },
    });
    expect(eventsOf(world, 'task.failed').map(({ error }) => error)).toEqual([]);
    expect(status).toBe('completed');
    expect(eventsOf(world, 'task.skipped')).toEqual([]);
    expect(eventsOf(world, 'task.completed').find(({ path }) => path === 'task/a')?.data.returns).toEqual({ n: 97 });
    expect(eventsOf(world, 'iteration.logged')).toHaveLength(2);
  });

  it('is what a map goes through, and the steps of a pipeline', async () => {
    const { world, status } = await run(
      {
        a: script('list', { limits }),
        map: { type: 'map', dependsOn: ['a'], items: { from: 'a' }, innerTask: script('short') },
        pipeline: { type: 'pipeline', dependsOn: ['a'], plan: { from: 'a' }, state: 'go' },
      },
      { list },
    );
    expect(status).toBe('completed');
    expect(world.scripts).toHaveLength(31);
    expect(world.models.requests).toHaveLength(30);
  });

  it('is what an input reads a part of; alone it is told as its view, and whole again to a script within', async () => {
    const { world } = await run(
      {
        a: script('list', { limits }),
        b: {
          type: 'sequential',
          dependsOn: ['a'],
          inputs: { all: { from: 'a' }, third: { from: 'a.output[2]' } },
          steps: [
            { type: 'atomic', description: 'Say {{third}} of {{all}}' },
            script('cat', { inputs: { text: { from: 'all' } } }),
          ],
        },
      },
      { list },
    );
    expect(promptsOf(world)[0]).toContain('Say item 2 of --- [');
    expect(JSON.parse(world.scripts[1]?.stdin ?? '')).toEqual({ text: JSON.parse(list) });
  });
});

it('a template that reads a part of a long output finds it, and all of it as a view', async () => {
  const list = JSON.stringify(Array.from({ length: 30 }, (_, index) => `item ${index}`));
  const world = createWorld(prints({ list }));
  const b = {
    type: 'atomic',
    dependsOn: ['a'],
    description: 'Say {{a.output[7]}}, {{x}} of {{a}}',
    inputs: { x: 'not {{a.output[8]}}' },
  };
  expect(await world.run(planOf({ a: script('list', { limits }), b }))).toBe('completed');
  expect(promptsOf(world)[0]).toContain('Say item 7, not item 8 of --- [');
});

describe('what a model writes', () => {
  it('is captured like what a script prints: a view for others, the whole for its own rules', async () => {
    const blobs = createMemoryBlobs();
    const world = createWorld({ answer: () => long.trimEnd(), blobs });
    const a = { type: 'atomic', description: 'Write', limits, validate: 'size(output) == 97', output: 'long.md' };
    await world.run(planOf({ a, b: { type: 'atomic', description: 'Read {{a}}', dependsOn: ['a'] } }));
    expect(promptsOf(world)[1]).toContain('Read --- [77 bytes truncated] ---\n');
    const completed = eventsOf(world, 'task.completed')[0];
    expect(completed?.data).toMatchObject({ bytes: 97, capture: { type: 'file', truncated: true } });
    expect(await blobs.get('run1', completed?.data.capture?.stored?.ref ?? '')).toBe(long.trimEnd());
  });
});

describe('a script that a model runs', () => {
  it('tells it a view that fits into its context, and keeps the whole', async () => {
    const blobs = createMemoryBlobs();
    const output = 'x'.repeat(5000);
    let turn = 0;
    const call = { id: 'c1', name: 'run_script', arguments: '{"content":"big"}' };
    const world = createWorld({
      ...prints({ big: output }),
      blobs,
      answer: () => (turn++ === 0 ? { content: '', toolCalls: [call], finishReason: 'tool_calls' } : 'done'),
    });
    const task = {
      type: 'atomic',
      description: 'Run it',
      tools: ['run_script'],
      limits: { maxContextBytes: 1500, externalStorageThreshold: 50 },
    };
    expect(await world.run(planOf({ task }))).toBe('completed');
    const prompt = world.models.requests[1]?.messages.at(-1)?.content ?? '';
    expect(prompt).toBe(
      `--- [4000 bytes truncated] ---\n${'x'.repeat(1000)}\n--- Output (showing last 1000 bytes of 5000) ---`,
    );
    const [stored] = eventsOf(world, 'output.stored');
    expect(stored?.data.file).toContain('/task.turn-1.tool-1.log');
    expect(await blobs.get('run1', stored?.ref ?? '')).toBe(output);
  });
});

describe('a summary', () => {
  const summarized = { ...limits, truncationStrategy: 'summary' };
  const tasks = { a: script('long', { limits: summarized }) };
  const plan = () => planOf(tasks, { defaultModel: 'sim:one' });

  it('is written by the summarizer, once, and names the file of the whole', async () => {
    const world = createWorld({ ...prints({ long }), answer: () => 'Dashes.' });
    expect(await world.run(plan())).toBe('completed');
    const [request] = world.models.requests;
    expect(request?.messages[0]?.content).toContain('You shorten texts');
    expect(request?.messages[1]?.content).toContain(long.trimEnd());
    expect(eventsOf(world, 'model.replied')[0]?.path).toBe('task/a/attempt/1/script/1/summary/stdout/turn/1');
    const [exited] = eventsOf(world, 'script.exited');
    expect(exited?.result).toBe(
      '--- Output Summary (98 bytes) ---\nDashes.\n--- [Original output stored in: .workflow_state/task_outputs/a.log.gz] ---',
    );
    expect(exited?.data.capture).toMatchObject({ type: 'summary', strategy: 'summary', truncated: true });
    const again = createWorld({ ...prints({ long }), log: world.log.events.slice(0, -2), blobs: world.deps.blobs });
    await again.run(plan());
    expect(again.models.requests).toEqual([]);
  });

  it('that fails, is cut off, or has no model, is the tail, and says so', async () => {
    const cutOff = { content: 'Das', finishReason: 'length' } as const;
    const refused = { content: '', finishReason: 'content_filter' } as const;
    for (const [answer, made] of [
      [() => cutOff, plan()],
      [() => refused, plan()],
      [() => '', plan()],
      [() => 'Dashes.', planOf(tasks, { defaultModel: undefined })],
    ] as const) {
      const world = createWorld({ ...prints({ long }), answer });
      expect(await world.run(made)).toBe('completed');
      const [truncated] = eventsOf(world, 'output.truncated');
      expect(truncated?.data).toMatchObject({ strategy: 'tail', wanted: 'summary', why: expect.any(String) });
      expect(eventsOf(world, 'script.exited')[0]?.result).toBe(tail);
      expect(eventsOf(world, 'resource.warning')[0]?.data.message).toContain('no summary could be written');
    }
  });

  it('of what a model wrote is written too, with a single slot', async () => {
    const answers = [long, 'Dashes.'];
    const world = createWorld({ answer: () => answers.shift() ?? '' });
    const a = { type: 'atomic', description: 'Write', limits: { ...summarized, maxStdoutBytes: 30 } };
    expect(await world.run(planOf({ a }, { maxConcurrency: 1 }))).toBe('completed');
    expect(eventsOf(world, 'task.completed')[0]?.result).toContain('\nDashes.\n');
  });

  it('is written by the agent that compacts, if there is one', async () => {
    const answer = () => JSON.stringify({ summary: 'Dashes.', keyOutputs: ['end'], decisions: [], errors: [] });
    const world = createWorld({ ...prints({ long }), answer });
    const agent = { model: 'sim:small', system: 'Be terse.' };
    await world.run(planOf(tasks, { defaultModel: 'sim:one', compaction: { trigger: 'manual', agent } }));
    expect(world.models.requests[0]?.model.model).toBe('small');
    expect(world.models.requests[0]?.messages[0]?.content).toContain('Be terse.');
    expect(eventsOf(world, 'script.exited')[0]?.result).toContain('\nDashes.\n- end\n');
  });
});
