import { describe, expect, it } from 'vitest';
import { createHeldRecording } from '@/engine/log/held-recording';
import { openForFork, openRecording, readRecording } from '@/engine/log/recording';
import { isStep } from '@/engine/log/run-history';
import type { ModelRequest } from '@/engine/ports/model-client';
import { replayRun } from '@/engine/replay/replay-run';
import { readScope } from '@/engine/scope/read-scope';
import { createMemoryBlobs, createMemoryEvents } from '@/engine/testing/memory-stores.testing';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { readRunState, writeRunState } from '@/run/state-json';
import { collectExpressionNames } from '@/workflow/expressions/environment';
import { taskTypes } from '@/workflow/tasks';
import {
  checkForecast,
  checkHeldForecast,
  checkPart,
  checkPlansAfterEdits,
  checkWrittenFork,
  planRandomPart,
} from './edit-checks.testing';
import {
  expectNoTryAgain,
  expectRightTotals,
  expectSameEnds,
  expectSound,
  recordedIn,
  storyOf,
} from './log-checks.testing';
import { endsOf, sourceOf } from './performed.testing';
import { behaviourOf, createRandomWorld } from './random-world.testing';
import { evaluateGraph } from './reference-evaluator.testing';
import { allSamples, forEachRun, type SampleRun } from './sample-runs.testing';

const all = ['plain', 'calm', 'rich'] as const;
/** Whose results do not depend on timing. */
const timeless = ['plain', 'calm'] as const;
const promptOf = ({ messages }: ModelRequest) => messages.at(-1)?.content ?? '';
const keyOf = ({ path }: Pick<RunEvent, 'path'>) => `run1/${path}`;
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** What workflows contain besides types of tasks. */
const features = [
  ...['"condition"', '"loop"', '"while"', '"until"', '"progress"', '"state.all + content"', '"onItemError"'],
  ...['"approve"', '"inputs"', '"outputSchema"', '"voting"', '"bestOf"', '"tools":["note"'],
  ...['"contextManagement"', '"compaction"', '"checkpointAndPrune"', '"contextTransfer"', '"saveInterval"'],
  ...['"maxTotalTokens"', '"memory"', '"dynamic"', '"static"', '"maxRetries"', '"backoff"', '"maxConcurrency"'],
];

describe('a random run', () => {
  it('gives what the reference gives, in whatever order things finish', async () => {
    await forEachRun(timeless, ({ tasks, chances, events }) => {
      const expected = [...evaluateGraph(tasks, {}, behaviourOf(chances))].map(([id, end]) => [
        id,
        end.status === 'ok' ? end.content : end.status,
      ]);
      expect(endsOf(events)).toEqual(Object.fromEntries(expected));
    });
  });

  it('has a log without gaps in which nothing is twice, and saves no snapshot of events that are not stored', async () => {
    await forEachRun(all, async ({ world, resumed }) => {
      for (const { log, early } of [world, ...(await resumed()).map((one) => one.world)]) {
        expectSound(log.events);
        expect(early).toEqual([]);
      }
    });
  });

  it('goes on wherever its log ends, from whatever snapshots remain, and ends as if nothing had happened', async () => {
    await forEachRun(all, async ({ flow, status, events, resumed }) => {
      for (const again of await resumed()) {
        expect(again.status).toBe(status);
        if (flow.kind !== 'rich') expect(endsOf(again.world.log.events)).toEqual(endsOf(events));
        expectSameEnds(again.world.log.events, events);
      }
    });
  });

  it('performs nothing again that was recorded before it was resumed', async () => {
    await forEachRun(all, async ({ resumed }) => {
      for (const { remains, world } of await resumed()) {
        expect(world.models.requests.filter(recordedIn(remains.log))).toEqual([]);
      }
    });
  });

  it('asks with the same prompts after it was resumed, where it had chosen what they include', async () => {
    await forEachRun(all, async ({ world, resumed }) => {
      const [first] = await resumed();
      const chosen = (first?.remains.log ?? [])
        .filter(({ kind }) => kind === 'context.planned')
        .map((event) => keyOf(event).slice(0, -'context/1'.length));
      const sent = new Map(world.models.requests.map((request) => [request.idempotencyKey, promptOf(request)]));
      for (const request of first?.world.models.requests ?? []) {
        const before = sent.get(request.idempotencyKey);
        const isChosen = chosen.some((path) => request.idempotencyKey.startsWith(`${path}turn/`));
        if (isChosen && before !== undefined) expect(promptOf(request)).toBe(before);
      }
    });
  });

  it('has a state that is the same after it was written down and read', async () => {
    await forEachRun(all, ({ events, cut }) => {
      const before = reduceRun(emptyRun, events.slice(0, cut));
      const read = readRunState(writeRunState(before));
      expect(read).toEqual(before);
      expect(read && reduceRun(read, events.slice(cut))).toEqual(reduceRun(before, events.slice(cut)));
    });
  });

  it('is the same when it is evaluated again from its log, as far as that goes, also after it was resumed', async () => {
    await forEachRun(all, async ({ plan, world, events, resumed }) => {
      const [again] = await resumed();
      const ofAgain = again?.world ?? world;
      const logs = [
        { log: events, blobs: world.deps.blobs },
        { log: again?.remains.log ?? [], blobs: world.deps.blobs },
        { log: ofAgain.log.events, blobs: ofAgain.deps.blobs },
      ];
      for (const { log, blobs } of logs) {
        const report = await replayRun({
          ...{ executionId: 'run1', plan, events: createMemoryEvents(log), settle },
          ...{ blobs, scratch: createMemoryBlobs(), world: world.deps },
        });
        expect(report).toMatchObject({ upTo: log.length, difference: undefined });
      }
    });
  });

  it('shows the names that a task was given, for every task, item and round', async () => {
    /** Long enough for all that is read from memory. */
    const sleep = async () => {
      for (let turn = 0; turn < 20; turn++) await settle();
    };
    await forEachRun(['calm'], async ({ plan, world, events, seen }) => {
      const before = events.length;
      const source = { ...world.deps, clock: { now: world.clock.now, sleep }, executionId: 'run1', plan };
      for (const [path, names] of seen) {
        const scope = await readScope(source, path);
        expect(scope && collectExpressionNames(scope.own), path).toMatchObject(names);
      }
      expect(events).toHaveLength(before);
    });
  });
});

describe('a fork of a random run', () => {
  it('from a recording of all of it performs no effect that succeeded, and tells the same story', async () => {
    await forEachRun(timeless, async ({ plan, world, status, events, chances }) => {
      const recording = await readRecording(events, (ref) => world.deps.blobs.get('run1', ref));
      const replay = createRandomWorld(chances);
      expect(await replay.run(plan, recording)).toBe(status);
      expect(storyOf(replay.log.events)).toEqual(storyOf(events));
      const recorded = new Set(events.filter(isStep).map(keyOf));
      expect(replay.models.requests.filter(({ idempotencyKey }) => recorded.has(idempotencyKey))).toEqual([]);
      // How far a cancelled task got is chance: it may do more this time.
      if (events.some(({ kind }) => kind === 'task.cancelled')) return;
      expect(replay.scripts).toEqual([]);
    });
  });

  it('from any event performs what was recorded after it, and nothing that was before, with the same end', async () => {
    await forEachRun(timeless, async ({ status, events, cut, fork }) => {
      const { world, status: ended } = await fork();
      expect(ended).toBe(status);
      expect(endsOf(world.log.events)).toEqual(endsOf(events));
      const asked = new Set(world.models.requests.map(({ idempotencyKey }) => idempotencyKey));
      const replies = events.filter(({ kind }) => kind === 'model.replied');
      expect(replies.filter((event) => event.seq <= cut && asked.has(keyOf(event)))).toEqual([]);
      // What else was done by the time of a failure is chance.
      if (events.some(({ kind }) => kind === 'task.failed' || kind === 'task.cancelled')) return;
      expect(replies.filter((event) => event.seq > cut && !asked.has(keyOf(event)))).toEqual([]);
      // Every tool is a script.
      const scripts = events.filter(({ kind, seq }) => /^(script\.exited|tool\.called)$/.test(kind) && seq > cut);
      expect(world.scripts).toHaveLength(scripts.length);
    });
  });

  it('has the totals that its server counted, as have forks of it: each call is paid for by one run', async () => {
    await forEachRun(all, async ({ flow, plan, world, chances, fork }) => {
      const first = (await fork()).world;
      const second = createRandomWorld(chances);
      const upTo = Math.floor(flow.next * first.log.events.length);
      await second.run(plan, await openRecording(sourceOf(first), upTo));
      for (const one of [world, first, second]) expectRightTotals(one);
    });
  });

  it('makes no failed try of a step of a pipeline again', async () => {
    await forEachRun(['rich'], async ({ events, cut, fork }) => {
      expectNoTryAgain(events.slice(0, cut), (await fork()).world);
    });
  });

  it('asks what was foreseen of the workflow after an edit', async () => {
    await forEachRun(all, checkForecast);
  });

  it('asks what was foreseen where a person wrote something, also from an earlier event', async () => {
    await forEachRun(all, checkWrittenFork);
  });

  it('asks what was foreseen where an edit holds only from here on', async () => {
    await forEachRun(all, checkHeldForecast);
  });

  it('is planned after edits as if its plan was made anew', async () => {
    let reused = 0;
    await forEachRun(all, (run) => {
      reused += checkPlansAfterEdits(run);
    });
    expect(reused).toBeGreaterThan(0);
  });

  it('of a part asks only what was chosen, and the rest after it gives the result of a whole run', async () => {
    await forEachRun(timeless, checkPart);
  });

  it('that keeps what came before asks nothing again, whatever its prompts are now, also where it is resumed', async () => {
    await forEachRun(['calm'], checkHeldFork);
  });
});

async function checkHeldFork({ tasks, settings, world, events, cut, chances, flow }: SampleRun): Promise<void> {
  const changed = JSON.parse(JSON.stringify(tasks).replaceAll('"description":"', '"description":"changed '));
  const plan = planOf(changed, settings);
  const open = async () => createHeldRecording(await openForFork(sourceOf(world), cut));
  const answered = new Set(
    events.filter(({ kind, seq }) => kind === 'model.replied' && seq <= cut).map((event) => keyOf(event)),
  );
  const fork = createRandomWorld(chances);
  const status = await fork.run(plan, await open());
  const asked = fork.models.requests.map(({ idempotencyKey }) => idempotencyKey);
  expect(asked.filter((key) => answered.has(key))).toEqual([]);
  expect(fork.models.requests.every((request) => promptOf(request).includes('changed'))).toBe(true);

  const remains = fork.left(Math.floor(flow.next * fork.log.events.length));
  const replied = new Set(remains.log.filter(({ kind }) => kind === 'model.replied').map(keyOf));
  const again = createRandomWorld(chances, remains);
  expect(await again.run(plan, await open())).toBe(status);
  const askedAgain = again.models.requests.map(({ idempotencyKey }) => idempotencyKey);
  expect(askedAgain.filter((key) => answered.has(key) || replied.has(key))).toEqual([]);
}

describe('the random runs', () => {
  it('have every type of task and every way on among them', async () => {
    const samples = await allSamples();
    const texts = samples.map(({ tasks, settings }) => JSON.stringify({ tasks, settings }));
    const isThere = (part: string) => texts.some((text) => text.includes(part));
    // Tasks are decomposed only in a test of their own.
    const types = taskTypes.filter((type) => type !== 'reparse').map((type) => `"type":"${type}"`);
    expect([...types, ...features].filter((part) => !isThere(part))).toEqual([]);

    const count = (has: (run: SampleRun) => boolean) => samples.filter(has).length;
    expect(count(({ events }) => events.some(({ path }) => path.split('task/').length > 4))).toBeGreaterThan(0);
    expect(count(({ status }) => status === 'completed')).toBeGreaterThan(4);
    // How many fail is chance: with some seeds it is four.
    expect(count(({ status }) => status === 'failed')).toBeGreaterThan(0);
    expect(count(({ cut, events }) => 0 < cut && cut < events.length)).toBeGreaterThan(4);
    expect(count((run) => planRandomPart(run) !== undefined)).toBeGreaterThan(4);
    expect(new Set(samples.map(({ flow }) => flow.kind)).size).toBe(3);
    expect(new Set(samples.map(({ flow }) => flow.snapshots)).size).toBe(3);
    expect(new Set(samples.map(({ edited }) => edited.what.split(' ')[0])).size).toBeGreaterThan(4);
  });
});
