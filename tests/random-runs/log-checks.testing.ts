import { expect } from 'vitest';
import { isStep } from '@/engine/log/run-history';
import type { ModelRequest } from '@/engine/ports/model-client';
import type { World } from '@/engine/testing/world.testing';
import { countEventCalls } from '@/run/calls-of-event';
import type { RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';

/** Kinds of events of which a path has one. */
const once =
  /^(model\.replied|script\.exited|tool\.called|vote\.decided|effect\.recorded|context\.planned|compaction\.done|task\.(started|completed|failed|skipped)|iteration\.logged|input\.provided)$/;

/** Asserts that a log has no gaps, and nothing twice. */
export function expectSound(events: readonly RunEvent[]): void {
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const seen = events.filter(({ kind }) => once.test(kind)).map(({ kind, path }) => `${kind} ${path}`);
  expect(seen.length - new Set(seen).size, 'events that are there twice').toBe(0);
  const ordinals = events.flatMap((event) => (event.kind === 'iteration.logged' ? [event.data.ordinal] : []));
  expect(ordinals).toEqual(ordinals.map((_, index) => index + 1));
}

/**
 * Asserts that the top-level tasks of two logs ended alike, with the same results, and cost the same unless that is
 * chance; times are ignored.
 */
export function expectSameEnds(events: readonly RunEvent[], others: readonly RunEvent[]): void {
  const isChance = [...events, ...others].some(leavesOthersInTheirMiddle);
  expect(endsWithCosts(events, !isChance)).toEqual(endsWithCosts(others, !isChance));
}

/** Whether a failure happened beside running tasks or samples of a vote: how far these had come is chance. */
function leavesOthersInTheirMiddle(event: RunEvent): boolean {
  if (event.kind === 'vote.decided') return event.data.failures !== undefined;
  return event.kind === 'task.cancelled' || event.kind === 'task.failed';
}

function endsWithCosts(events: readonly RunEvent[], withTokens: boolean) {
  const ends: Record<string, unknown> = {};
  for (const { kind, path, result, data } of events) {
    if (!/^task\/[^/]+$/.test(path) || !/^task\.(completed|failed|skipped)$/.test(kind)) continue;
    const { usage, attempts } = data as { usage?: { inputTokens: number }; attempts?: number };
    ends[path] = { kind, result, tokens: withTokens ? usage?.inputTokens : undefined, attempts };
  }
  return ends;
}

/** Whether a request is for something that a log has: for a step of a pipeline, everything that belongs to it. */
export function recordedIn(log: readonly RunEvent[]): (request: ModelRequest) => boolean {
  const keys = new Set<string>();
  for (const { path } of log.filter(isStep)) keys.add(/^.*\/step\/\d+(?=(\/turn\/1)?$)/.exec(path)?.[0] ?? path);
  return ({ idempotencyKey }) => {
    const path = idempotencyKey.slice('run1/'.length);
    const step = /^.*\/step\/\d+(?=\/)/.exec(path)?.[0];
    return keys.has(path) || (step !== undefined && keys.has(step));
  };
}

/**
 * What happened, without when. How far the rest of a map came when one of its items failed is chance, and so is what
 * tasks did that were cancelled: of these nothing. `model.requested` only tells followers of an effect to come. A call
 * that is taken from a recording needs no approval.
 */
export function storyOf(events: readonly RunEvent[]): readonly string[] {
  const ofChance = events.flatMap(({ kind, path }) => {
    if (kind === 'task.cancelled') return [path];
    const item = /^(.*\/item\/)\d+\/task\/inner_task$/.exec(path);
    return kind === 'task.failed' && item?.[1] !== undefined ? [item[1]] : [];
  });
  return events
    .filter(({ kind, path }) => kind !== 'model.requested' && !ofChance.some((lost) => path.startsWith(lost)))
    .filter(({ path }) => !/\/tool\/\d+\/ask\//.test(path))
    .map(({ kind, path, result = '' }) => `${kind} ${path} ${result}`)
    .sort();
}

/**
 * Asserts that the totals of a run are what its server counted: each call is paid for by one run, and told as taken
 * over by the others. Failures on the way to the server are no calls.
 */
export function expectRightTotals({ log, models }: Pick<World, 'log' | 'models'>): void {
  const { totals, takenOver, byTask, byModel } = reduceRun(emptyRun, log.events);
  const replies = log.events.filter((event) => event.kind === 'model.replied');
  const own = replies.filter(({ taken, written }) => taken === undefined && written !== true);
  expect(sum([...byTask.values()].map(({ calls }) => calls))).toBe(totals.calls);
  expect(sum([...byModel.values()].map(({ calls }) => calls))).toBe(totals.calls);
  expect(totals.calls).toBeLessThanOrEqual(models.requests.length);
  // The calls of a pipeline's tries and votes have no events of their own.
  if (log.events.some((event) => event.kind !== 'model.replied' && countEventCalls(event) !== undefined)) return;
  expect(totals.calls).toBe(own.length);
  expect(totals.calls + takenOver.calls).toBe(replies.filter(({ written }) => written !== true).length);
  expect(totals.inputTokens).toBe(sum(own.map(({ data }) => data.usage.inputTokens)));
}

/**
 * Asserts that a fork made no failed try of a pipeline's step again that was recorded before it, where it asked the
 * same.
 */
export function expectNoTryAgain(recorded: readonly RunEvent[], { models }: Pick<World, 'models'>): void {
  const again = recorded.flatMap((event) => {
    if (event.kind !== 'iteration.logged' || event.data.of !== 'step') return [];
    const { n, command = '' } = event.data;
    const step = event.path.slice(0, event.path.lastIndexOf('/attempt/'));
    const isOfTry = (path: string) =>
      n === 1 ? path.startsWith(`${step}/`) && !path.startsWith(`${step}/attempt/`) : path.startsWith(`${event.path}/`);
    return models.requests.filter(
      ({ idempotencyKey, messages }) =>
        isOfTry(idempotencyKey.slice('run1/'.length)) && messages.at(-1)?.content.startsWith(command) === true,
    );
  });
  expect(again.map(({ idempotencyKey }) => idempotencyKey)).toEqual([]);
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
