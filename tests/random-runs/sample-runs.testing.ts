import fc from 'fast-check';
import { samples } from '@/base/samples.testing';
import { openRecording } from '@/engine/log/recording';
import { buildPlan } from '@/plan/build-plan';
import type { Plan } from '@/plan/plan';
import { documentOf, planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import type { RunStatus } from '@/run/run-state';
import { collectExpressionNames } from '@/workflow/expressions/environment';
import { sourceOf } from './performed.testing';
import { type RandomEdit, randomEdit } from './random-edit.testing';
import { type FlowKind, knownFlows, type RandomFlow, randomFlows } from './random-flow.testing';
import { type RandomDocument, randomWorkflow } from './random-workflow.testing';
import { type Chances, createRandomWorld, type RandomWorld } from './random-world.testing';
import { type Resumed, resumeAfterDeaths } from './resumed.testing';

/** A random workflow and its run, made once for all properties. */
export interface SampleRun extends RandomDocument {
  readonly flow: RandomFlow;
  readonly chances: Chances;
  readonly plan: Plan;
  readonly world: RandomWorld;
  readonly status: RunStatus;
  readonly events: readonly RunEvent[];
  /** Where it is forked, or dies. */
  readonly cut: number;
  /** The names that each attempt was given first, by its journal path. */
  readonly seen: ReadonlyMap<string, object>;
  /** An edit of the workflow, and the plan after it. */
  readonly edited: Edited;
  /** The same for other edits. */
  readonly editedOtherwise: readonly Edited[];
  /** The run again, with a process that dies at `cut` and perhaps another time: each process after the first. */
  readonly resumed: () => Promise<readonly Resumed[]>;
  /** A fork of the run, without a change. */
  readonly fork: () => Promise<Forked>;
}

interface Edited extends RandomEdit {
  readonly plan: Plan;
}

export interface Forked {
  readonly world: RandomWorld;
  readonly status: RunStatus;
}

/** One seed for all properties, so that they are of the same runs. */
const seed = fc.readConfigureGlobal().seed ?? Date.now() | 0;
const numRuns = samples('RANDOM_RUNS', 20, 250);
const made = new Map<string, Promise<SampleRun>>();

function sampleOf(flow: RandomFlow): Promise<SampleRun> {
  const key = JSON.stringify(flow);
  const known = made.get(key) ?? makeSample(flow);
  made.set(key, known);
  return known;
}

/**
 * Asserts something of the same random runs as every other property. A failure names the seed of all, for `SEED`, and
 * the smallest flow that fails, to run it alone: add it to `knownFlows`.
 */
export function forEachRun(kinds: readonly FlowKind[], check: (run: SampleRun) => Promise<void> | void): Promise<void> {
  return fc.assert(
    fc.asyncProperty(randomFlows, async (flow) => {
      if (kinds.includes(flow.kind)) await check(await sampleOf(flow));
    }),
    { seed, numRuns, examples: knownFlows.map((flow) => [flow]) },
  );
}

async function makeSample(flow: RandomFlow): Promise<SampleRun> {
  const { kind, order, isSlow, concurrency } = flow;
  const isCalm = kind === 'calm';
  const failures = { plain: 0.08, calm: 0, rich: 0.02 }[kind];
  const chances = { seed: order, failures, isOverloaded: !isCalm, isSlow };
  const { tasks, settings: given } = randomWorkflow(flow.seed, flow.size, flow.depth, kind === 'rich');
  const settings = { ...given, ...(concurrency === undefined ? {} : { maxConcurrency: concurrency }) };
  const plan = planOf(tasks, settings);
  const world = createRandomWorld(chances);
  const seen = new Map<string, object>();
  const status = await world.run(plan, undefined, {
    task: () => undefined,
    attempt: (base, { environment }) => {
      if (isCalm && !seen.has(base)) seen.set(base, structuredClone(collectExpressionNames(environment)) as object);
    },
  });
  const { events } = world.log;
  const cut = Math.floor(flow.at * events.length);
  const [edited, ...editedOtherwise] = [0, 1, 2].map((number): Edited => {
    const edit = randomEdit(tasks, flow.edit + number);
    const after = buildPlan(documentOf(edit.tasks, settings), []);
    // What cannot run is left as it was.
    return after.ok ? { ...edit, plan: after.value } : { tasks, what: 'nothing', plan };
  }) as [Edited, ...Edited[]];
  return {
    ...{ flow, tasks, settings, chances, plan, world, status, events, cut, seen },
    ...{ edited, editedOtherwise },
    resumed: once(() => resumeAfterDeaths(plan, chances, world, flow)),
    fork: once(async () => {
      const fork = createRandomWorld(chances);
      return { world: fork, status: await fork.run(plan, await openRecording(sourceOf(world), cut)) };
    }),
  };
}

/** Does something when it is first asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The workflows and runs of all samples, for what must come up among them. */
export async function allSamples(): Promise<readonly SampleRun[]> {
  const all: SampleRun[] = [];
  await forEachRun(['plain', 'calm', 'rich'], (run) => {
    all.push(run);
  });
  return all;
}
