import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { eventTextLimits } from '@/run/event-data';
import { buildIteration, type IterationLog } from '@/run/iteration-log';
import type { ModelRequest } from '../ports/model-client';
import { promptOf, say } from '../testing/nested.testing';
import { providerError, type Scripted } from '../testing/scripted-models.testing';
import { createWorld, type World } from '../testing/world.testing';
import { busyPlan, busyWorld, call, repeat, script, turnOf } from './busy-run.testing';

/** The iterations that a run logged, in the order of its log. */
const iterationsOf = ({ log }: Pick<World, 'log'>): IterationLog[] =>
  log.events.flatMap((event) => (event.kind === 'iteration.logged' ? (buildIteration('run1', event) ?? []) : []));

describe('the rounds of a loop of scripts', () => {
  it('are logged with what was run, what it wrote, how it ended and which files it changed', async () => {
    const world = createWorld({
      script: ({ env }) => ({
        stdout: `round ${env['iteration']}\n`,
        stderr: env['iteration'] === '1' ? 'not yet' : '',
        exitCode: env['iteration'] === '1' ? 3 : 0,
        ...(env['iteration'] === '1' ? { filesChanged: ['/a.md'] } : {}),
      }),
    });
    const loop = { type: 'until', condition: 'status == "COMPLETE"' };
    const inputs = { iteration: { from: 'iteration' } };
    const ci = script('otto ci # and more', { loop, inputs, errorHandling: { onError: 'continue' } });
    expect(await world.run(planOf({ ci }))).toBe('completed');
    expect(iterationsOf(world)).toMatchObject([
      {
        id: 'run1-iter-1',
        ordinal: 1,
        n: 1,
        of: 'loop',
        path: 'task/ci/iter/1',
        command: 'otto ci # and more',
        exitCode: 3,
        stdout: { text: 'round 1' },
        stderr: { text: 'not yet' },
        filesChanged: ['/a.md'],
        error: { code: 'TASK_FAILURE' },
        usage: null,
      },
      { id: 'run1-iter-2', n: 2, exitCode: 0, stdout: { text: 'round 2' }, stderr: { text: '' }, filesChanged: [] },
    ]);
  });

  it('have all of a long output, and of one that is only seen in part where the whole is', async () => {
    const long = 'x'.repeat(eventTextLimits.result + 500);
    const world = createWorld({ script: () => ({ stdout: long, stderr: long.repeat(2), exitCode: 1 }) });
    const limits = { maxStderrBytes: 1000, maxStoredBytes: 1_000_000 };
    await world.run(planOf({ ci: script('long', { loop: repeat(1), limits }) }));
    const [one] = iterationsOf(world);
    expect(one?.stdout.length).toBe(long.length);
    expect(await world.deps.blobs.get('run1', one?.stdout.ref ?? '')).toBe(long);
    expect(one?.stderrCapture).toMatchObject({ truncated: true, bytes: 2 * long.length });
    expect(await world.deps.blobs.get('run1', one?.stderrCapture?.stored?.ref ?? '')).toBe(long.repeat(2));
  });

  it('have -1 for a script that timed out or could not be started, which says so on its standard error', async () => {
    const said = {
      slow: 'The script ran past its time of 5 ms and was stopped.\n',
      none: 'It could not be started: bash is not there.\n',
    };
    const world = createWorld({ script: ({ content }) => ({ exitCode: -1, said: said[content as 'slow' | 'none'] }) });
    await world.run(planOf({ slow: script('slow', { loop: repeat(2) }), none: script('none', { loop: repeat(2) }) }));
    const ended = iterationsOf(world).map(({ path, exitCode, stderr }) => [path, exitCode, stderr.text]);
    expect(ended).toEqual([
      ['task/slow/iter/1', -1, said.slow],
      ['task/none/iter/1', -1, said.none],
    ]);
  });

  it('are no success where the script ended well and what it wrote is refused', async () => {
    const world = createWorld({ script: () => ({ stdout: 'no' }) });
    await world.run(planOf({ ci: script('say', { loop: repeat(2), validate: 'output == "yes"' }) }));
    expect(iterationsOf(world)).toMatchObject([{ exitCode: 1, error: { code: 'INVALID_OUTPUT' } }]);
  });

  it('say where it is not known which files were changed, or they were too many to tell', async () => {
    for (const filesChanged of [null, Array.from({ length: 1001 }, (_, n) => `/${n}`)]) {
      const world = createWorld({ script: () => ({ filesChanged }) });
      await world.run(planOf({ ci: script('make', { loop: repeat(1) }) }));
      expect(iterationsOf(world)[0]).toMatchObject({ filesChanged: [], notes: { files_unknown: expect.any(String) } });
    }
  });
});

describe('the rounds of a loop of models', () => {
  it('have the tools that were called, the files that they changed, the last prompt and what it took', async () => {
    const answer = (request: ModelRequest): Scripted => {
      if (turnOf(request) === 1) return call('write_file', { path: '/notes/a.md', content: 'y'.repeat(300) });
      if (turnOf(request) === 2) return call('read_file', { path: '/nowhere.md' });
      return 'done';
    };
    const world = createWorld({ answer });
    await world.run(planOf({ write: say('Write it', { loop: repeat(2), tools: ['write_file', 'read_file'] }) }));
    const [first, second] = iterationsOf(world);
    expect(first).toMatchObject({
      command: expect.stringContaining(''),
      exitCode: 0,
      stdout: { text: 'done' },
      filesChanged: ['/notes/a.md'],
      usage: { inputTokens: 30, outputTokens: 15 },
      toolCalls: [
        { tool: 'write_file', isError: false, result: '/notes/a.md: 300 bytes written.' },
        { tool: 'read_file', isError: true },
      ],
    });
    expect(first?.toolCalls[0]?.arguments).toHaveLength(200);
    const asked = await world.deps.blobs.get('run1', first?.prompt?.ref ?? '');
    expect(JSON.parse(asked ?? '[]')).toEqual(world.models.requests[2]?.messages);
    expect(second?.toolCalls).toHaveLength(2);
  });

  it('have -1 where no answer came: the time was up, or the call failed on its way', async () => {
    const world = createWorld({
      answer: (request) =>
        promptOf(request) === 'slow' ? { content: 'late', latencyMs: 9000 } : providerError('auth'),
    });
    const slow = say('slow', { loop: repeat(2), limits: { timeoutMs: 1000 } });
    await world.run(planOf({ slow, lost: say('lost', { loop: repeat(2) }) }));
    const ended = iterationsOf(world).map(({ path, exitCode, stderr, error }) => [
      path,
      exitCode,
      stderr.text,
      error?.code,
    ]);
    expect(ended.sort()).toEqual([
      ['task/lost/iter/1', -1, 'The provider said: auth.', 'PROVIDER_ERROR'],
      ['task/slow/iter/1', -1, 'It took longer than 1000 ms.', 'TASK_FAILURE'],
    ]);
  });

  it('are told of as a whole where the task holds others', async () => {
    const world = createWorld({
      answer: (request) => (turnOf(request) === 1 ? call('write_file', { path: '/in.md', content: 'in' }) : 'said'),
      script: () => ({ exitCode: 4, stderr: 'broken', filesChanged: ['/out.md'] }),
    });
    const steps = [say('first', { tools: ['write_file'] }), script('check it')];
    await world.run(planOf({ all: { type: 'sequential', steps, loop: repeat(2) } }));
    expect(iterationsOf(world)).toMatchObject([
      {
        path: 'task/all/iter/1',
        exitCode: 4,
        command: 'check it',
        stderr: { text: 'broken' },
        filesChanged: ['/in.md', '/out.md'],
        toolCalls: [{ tool: 'write_file' }],
        usage: { inputTokens: 20 },
      },
    ]);
  });
});

describe('the rounds of tasks that hold others', () => {
  const judged = (steps: readonly object[], world: World) =>
    world.run(planOf({ all: { type: 'sequential', steps, loop: repeat(1) } }));
  const evaluator = say('Judge', { subtype: 'evaluator' });

  it('have all that the failing step wrote, and what each step did', async () => {
    const world = createWorld({
      answer: () => 'written',
      script: () => ({ stdout: '2 tests failed', stderr: 'broken', exitCode: 4 }),
    });
    expect(await judged([say('Write'), script('otto ci')], world)).toBe('failed');
    expect(iterationsOf(world)).toMatchObject([
      {
        exitCode: 4,
        command: 'otto ci',
        stdout: { text: '2 tests failed' },
        stderr: { text: 'broken' },
        content: { text: '' },
        decidedBy: { path: 'task/all/iter/1/attempt/1/task/step_2', type: 'script' },
        parts: [
          { type: 'atomic', command: { text: 'Write' }, exitCode: 0, output: { text: 'written' } },
          { type: 'script', command: { text: 'otto ci' }, exitCode: 4, error: { code: 'TASK_FAILURE' } },
        ],
      },
    ]);
  });

  it('have the script that the evaluator after it agrees with, and else the verdict', async () => {
    const roundWith = async (exitCode: number, success: boolean) => {
      const world = createWorld({
        answer: () => JSON.stringify({ success, feedback: 'So.' }),
        script: () => ({ stdout: 'tests', stderr: 'broken', exitCode }),
      });
      await judged([script('otto ci'), evaluator], world);
      const [one] = iterationsOf(world);
      return [one?.exitCode, one?.decidedBy?.type, one?.stderr.text, one?.content?.text.includes('So.') ?? false];
    };
    expect(await roundWith(3, false)).toEqual([3, 'script', 'broken', true]);
    expect(await roundWith(0, true)).toEqual([0, 'script', 'broken', true]);
    expect(await roundWith(3, true)).toEqual([0, 'atomic', '', false]);
    expect(await roundWith(0, false)).toEqual([1, 'atomic', '', false]);
  });

  it('have no part that decided where no single one did', async () => {
    const world = createWorld({ script: () => ({ stdout: 'ok', stderr: 'hm' }) });
    await world.run(planOf({ many: { type: 'map', items: ['p', 'q'], innerTask: script('check'), loop: repeat(1) } }));
    const [one] = iterationsOf(world);
    expect(one).toMatchObject({ command: '', stdout: { text: '["ok","ok"]' }, stderr: { text: '' } });
    expect([one?.decidedBy, one?.parts.length]).toEqual([undefined, 2]);
  });

  it('have whole scripts, however long', async () => {
    const long = `# ${'x'.repeat(eventTextLimits.result)}\notto ci`;
    const world = createWorld({ script: () => ({ exitCode: 1 }) });
    await judged([script(long)], world);
    const [one] = iterationsOf(world);
    expect(one?.command).toHaveLength(eventTextLimits.task);
    const whole = [one?.wholeCommand?.ref, one?.parts[0]?.command?.ref];
    expect(await Promise.all(whole.map((ref) => world.deps.blobs.get('run1', ref ?? '')))).toEqual([long, long]);
  });

  it('are gone on with from what they produced, not from what decided them', async () => {
    const steps = [script('otto ci'), evaluator];
    const plan = planOf({
      all: { type: 'sequential', steps, loop: { type: 'repeat', count: 2 }, inputs: { last: { from: 'last' } } },
    });
    const build = (more: object = {}) =>
      createWorld({
        answer: () => '{"success": false, "feedback": "So."}',
        script: () => ({ stdout: 'tests', exitCode: 1 }),
        ...more,
      });
    const whole = build();
    expect(await whole.run(plan)).toBe('completed');
    const cut = whole.log.events.findIndex(({ kind }) => kind === 'iteration.logged') + 1;
    const again = build({ log: whole.log.events.slice(0, cut), blobs: whole.deps.blobs });
    expect(await again.run(plan)).toBe('completed');
    expect(iterationsOf(again).map(({ parts }) => parts)).toEqual(iterationsOf(whole).map(({ parts }) => parts));
  });
});

describe('the rounds of a director', () => {
  it('have what its script and all tasks in them did', async () => {
    const world = createWorld({
      answer: (request) => {
        const key = request.idempotencyKey;
        if (key.includes('task/director/'))
          return turnOf(request) === 1 ? call('write_file', { path: '/d.md', content: key }) : 'draft';
        return JSON.stringify({ success: key.includes('iter/2'), feedback: null });
      },
      script: () => ({ stdout: 'tests', stderr: 'one warning', exitCode: 0 }),
    });
    const director = say('Write', { tools: ['write_file'] });
    const loop = {
      type: 'director_evaluator',
      mode: 'static',
      director,
      script: script('run the tests'),
      evaluator: say('Judge'),
      maxIterations: 3,
    };
    expect(await world.run(planOf({ loop }))).toBe('completed');
    const common = {
      of: 'director_evaluator',
      content: { text: 'draft' },
      filesChanged: ['/d.md'],
      usage: { inputTokens: 30 },
    };
    expect(iterationsOf(world)).toMatchObject([
      {
        // The evaluator rejects it, although the tests are green.
        ...common,
        n: 1,
        path: 'task/loop/attempt/1/iter/1',
        command: expect.stringContaining('Judge'),
        exitCode: 1,
        stdout: { text: expect.stringContaining('"success":false') },
        stderr: { text: '' },
        notes: { success: false },
      },
      {
        ...common,
        n: 2,
        path: 'task/loop/attempt/1/iter/2',
        command: 'run the tests',
        exitCode: 0,
        stdout: { text: 'tests' },
        stderr: { text: 'one warning' },
        notes: { success: true },
      },
    ]);
    const parts = iterationsOf(world)[0]?.parts.map(({ path, type, exitCode, output }) => [
      path.split('/').at(-1),
      type,
      exitCode,
      output.text,
    ]);
    expect(parts).toEqual([
      ['director', 'atomic', 0, 'draft'],
      ['script', 'script', 0, 'tests'],
      ['evaluator', 'atomic', 0, '{"success":false,"feedback":null}'],
    ]);
  });

  it('that fail are logged with what was drafted in them, and not before', async () => {
    const answer = ({ idempotencyKey: key }: ModelRequest) => {
      if (key.includes('iter/2')) return providerError('bad_request');
      return key.includes('task/director/') ? 'draft' : '{"success": false, "feedback": null}';
    };
    const world = createWorld({ answer });
    const loop = {
      type: 'director_evaluator',
      mode: 'static',
      director: say('Write'),
      evaluator: say('Judge'),
      maxIterations: 3,
    };
    expect(await world.run(planOf({ loop }))).toBe('failed');
    const ended = iterationsOf(world).map(({ n, exitCode, content, stdout }) => [
      n,
      exitCode,
      content?.text,
      stdout.text,
    ]);
    expect(ended).toEqual([
      [1, 1, 'draft', '{"success": false, "feedback": null}'],
      [2, -1, undefined, ''],
    ]);
  });

  it('have the script that the director asked for as a part, which decides like any other', async () => {
    const answer = (request: ModelRequest): Scripted => {
      const key = request.idempotencyKey;
      if (!key.includes('task/director/')) return '{"success": false, "feedback": "Count again."}';
      if (key.includes('iter/2')) return 'Done';
      const asked = { type: 'bash_script', criteria: 'count', target: 'wc -c' };
      return { ...(call('request_evaluation', asked) as object), content: 'Draft' } as Scripted;
    };
    const world = createWorld({ answer, script: () => ({ stdout: '7', stderr: 'too short', exitCode: 3 }) });
    const director = say('Write', { tools: ['run_script'] });
    expect(await world.run(planOf({ loop: { type: 'director_evaluator', director, evaluator: say('Judge') } }))).toBe(
      'completed',
    );
    expect(iterationsOf(world)).toMatchObject([
      {
        command: 'wc -c',
        exitCode: 3,
        stdout: { text: '7' },
        stderr: { text: 'too short' },
        content: { text: 'Draft' },
        decidedBy: { path: 'task/loop/attempt/1/iter/1', type: 'script' },
        parts: [{ type: 'atomic' }, { type: 'script' }, { type: 'atomic' }],
      },
      { exitCode: 0, stdout: { text: 'Done' }, decidedBy: { type: 'atomic' }, parts: [{ type: 'atomic' }] },
    ]);
  });
});

describe('attempts after which there is another', () => {
  const retry = { errorHandling: { onError: 'retry', maxRetries: 3, backoff: 'none' } };

  it('are logged, each with its own cost and outcome; the last one is the task’s', async () => {
    const answers = ['one', providerError('network'), 'three', 'four'];
    const world = createWorld({
      answer: ({ idempotencyKey }) => answers[Number(/attempt\/(\d)/.exec(idempotencyKey)?.[1]) - 1] ?? '',
    });
    expect(await world.run(planOf({ a: say('Say', { ...retry, validate: 'output == "four"' }) }))).toBe('completed');
    expect(iterationsOf(world)).toMatchObject([
      {
        of: 'retry',
        n: 1,
        path: 'task/a/attempt/1',
        exitCode: 1,
        stdout: { text: 'one' },
        usage: { inputTokens: 20 },
        error: { code: 'INVALID_OUTPUT' },
      },
      { of: 'retry', n: 2, exitCode: -1, usage: null, stderr: { text: 'The provider said: network.' } },
      { of: 'retry', n: 3, exitCode: 1, stdout: { text: 'three' }, usage: { inputTokens: 20 } },
    ]);
  });

  it('stand right before the wait for the next one', async () => {
    const world = createWorld({ script: ({ content }) => ({ exitCode: content === 'x' ? 1 : 0 }) });
    await world.run(planOf({ a: script('x', retry), b: script('x', retry) }));
    const kinds = world.log.events.map(({ kind, path }) => `${kind} ${path.split('/')[1]}`);
    const logged = kinds.flatMap((kind, index) =>
      kind.startsWith('iteration.logged') ? [[kind, kinds[index + 1]]] : [],
    );
    expect(logged).toHaveLength(6);
    for (const [kind = '', next] of logged) expect(next).toBe(kind.replace('iteration.logged', 'task.retrying'));
  });
});

describe('the best of several tries', () => {
  it('tells of the files of the try that was chosen, once, and of none of the others', async () => {
    const tryOf = ({ idempotencyKey }: ModelRequest) => Number(/try\/(\d)/.exec(idempotencyKey)?.[1] ?? 0);
    const world = createWorld({
      answer: (request) => {
        const n = tryOf(request);
        if (n === 0) return '{"choice": 2, "reason": "better"}';
        return turnOf(request) === 1 ? call('write_file', { path: `/${n}.md`, content: 'x' }) : `try ${n}`;
      },
    });
    const best = { bestOf: { n: 2, evaluator: say('Choose') }, tools: ['write_file'], loop: repeat(1) };
    await world.run(planOf({ a: say('Write', best) }));
    expect(iterationsOf(world)[0]).toMatchObject({ filesChanged: ['/2.md'], stdout: { text: 'try 2' } });
    expect(iterationsOf(world)[0]?.toolCalls).toHaveLength(2);
  });
});

describe('a run with iterations everywhere', () => {
  /** All that is logged about iterations, by their paths, except what depends on time and order. */
  const loggedIn = (world: World) =>
    Object.fromEntries(
      iterationsOf(world).map(({ id: _id, ordinal: _o, seq: _s, createdAt: _c, durationMs: _d, ...rest }) => [
        rest.path,
        rest,
      ]),
    );

  it('numbers them in the order of the log, each once, however many go on at the same time', async () => {
    const world = busyWorld();
    expect(await world.run(busyPlan)).toBe('completed');
    const all = iterationsOf(world);
    expect(all.map(({ ordinal }) => ordinal)).toEqual(all.map((_, index) => index + 1));
    expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
    // Two rounds for each of 3 items, one of them with a retry; 2 of the director; 2 rounds of 3 attempts, 2 of which
    // are retried.
    expect(all).toHaveLength(6 + 1 + 2 + 2 + 4);
  });

  it('goes on numbering wherever it was interrupted, logs nothing twice, and tells the same of each', async () => {
    const whole = busyWorld();
    await whole.run(busyPlan);
    const { events } = whole.log;
    const expected = loggedIn(whole);
    for (let cut = 1; cut < events.length; cut += 11) {
      const world = busyWorld({ log: events.slice(0, cut), blobs: whole.deps.blobs });
      expect(await world.run(busyPlan)).toBe('completed');
      const all = iterationsOf(world);
      expect(
        all.map(({ ordinal }) => ordinal),
        `cut after event ${cut}`,
      ).toEqual(all.map((_, index) => index + 1));
      expect(loggedIn(world), `cut after event ${cut}`).toEqual(expected);
    }
  });

  it('goes on from a snapshot as if it had not been paused', async () => {
    const plan = { ...busyPlan, checkpoint: { ...busyPlan.checkpoint, enabled: true, every: 'task' as const } };
    const whole = busyWorld();
    await whole.run(plan);
    for (const moment of [15, 25, 35, 45]) {
      const half = busyWorld();
      const paused = half.run(plan);
      await half.clock.sleep(moment, half.stop.signal).then(() => half.pause.abort());
      expect(await paused).toBe('waiting');
      const { blobs } = half.deps;
      const { checkpoints } = half;
      expect(checkpoints.saved.length, `after ${moment} ms`).toBeGreaterThan(0);
      const rest = busyWorld({ log: half.log.events, blobs, checkpoints });
      expect(await rest.run(plan)).toBe('completed');
      const all = iterationsOf(rest);
      expect(all.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
      expect(loggedIn(rest), `after ${moment} ms`).toEqual(loggedIn(whole));
    }
  });

  it('counts the time of a round that was interrupted as far as somebody worked on it', async () => {
    const long = planOf({ two: { type: 'sequential', steps: [say('a'), say('b')], loop: repeat(1) } });
    const answer = () => ({ content: 'ok', latencyMs: 1000 });
    const whole = createWorld({ answer });
    await whole.run(long);
    expect(iterationsOf(whole)[0]?.durationMs).toBe(2000);
    const cut = whole.log.events.findIndex(({ kind }) => kind === 'model.replied') + 1;
    const world = createWorld({ answer, log: whole.log.events.slice(0, cut), blobs: whole.deps.blobs });
    await world.clock.runUntil(world.clock.sleep(60_000, world.stop.signal));
    await world.run(long);
    expect(iterationsOf(world)[0]?.durationMs).toBe(2000);
  });
});
