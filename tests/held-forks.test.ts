import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { heldRecording } from '@/engine/log/held-recording';
import { openForFork } from '@/engine/log/recording';
import type { World } from '@/engine/testing/world.testing';
import { createWorld } from '@/engine/testing/world.testing';
import { planOf } from '@/plan/plan.testing';
import { randomWorkflow } from './random-workflow.testing';
import { person } from './random-world.testing';

const runs = { numRuns: samples('HELD_FORKS', 40, 250) };
const agents = { one: {}, two: {} };

/** A world in which everything succeeds, and each answer tells what was asked. */
const world = (more: Parameters<typeof createWorld>[0] = {}): World =>
  createWorld({
    answer: ({ messages }) => ({ content: `<${messages.at(-1)?.content.length}>` }),
    script: ({ content }) => ({ stdout: content }),
    person: ({ kind, text }) => JSON.stringify(kind === 'approval' ? { approve: true } : { word: person(text) }),
    ...more,
  });

describe('a fork of a changed workflow that keeps what came before', () => {
  it('asks nothing that was answered by then, whatever its prompts are now, also where it is cut and resumed', async () => {
    const share = fc.integer({ min: 0, max: 100 });
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 5 }), share, share, async (seed, size, part, cut) => {
        const tasks = randomWorkflow(seed, size, 2);
        const first = world();
        await first.run(planOf(tasks, { agents }));
        const upTo = Math.floor((part / 100) * first.log.events.length);
        const changed = JSON.parse(JSON.stringify(tasks).replaceAll('"description":"', '"description":"changed '));
        const plan = planOf(changed, { agents });
        const blob = (ref: string) => first.deps.blobs.get('run1', ref);
        const source = { find: (query: Parameters<typeof first.log.find>[1]) => first.log.find('run1', query), blob };
        const open = async () => heldRecording(await openForFork(source, upTo));
        const answered = new Set(
          first.log.events.flatMap(({ kind, path, seq }) =>
            kind === 'model.replied' && seq <= upTo ? [`run1/${path}`] : [],
          ),
        );
        const fork = world();
        const status = await fork.run(plan, await open());
        const asked = fork.models.requests.map(({ idempotencyKey }) => idempotencyKey);
        expect(asked.filter((key) => answered.has(key))).toEqual([]);
        expect(fork.models.requests.every(({ messages }) => messages.at(-1)?.content.includes('changed'))).toBe(true);

        const log = fork.log.events.slice(0, Math.floor((cut / 100) * fork.log.events.length));
        const replied = new Set(log.flatMap(({ kind, path }) => (kind === 'model.replied' ? [`run1/${path}`] : [])));
        const again = world({ log, blobs: fork.deps.blobs });
        expect(await again.run(plan, await open())).toBe(status);
        const askedAgain = again.models.requests.map(({ idempotencyKey }) => idempotencyKey);
        expect(askedAgain.filter((key) => answered.has(key) || replied.has(key))).toEqual([]);
      }),
      runs,
    );
  });
});
