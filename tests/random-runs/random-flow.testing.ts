import fc from 'fast-check';
import { type TargetKind, targetKinds } from '@/plan/partial/run-targets';

/**
 * What a workflow contains. `plain`: what the reference evaluator knows, in a world with failures. `calm`: the same in
 * a world without. `rich`: everything, also what depends on timing.
 */
export type FlowKind = 'plain' | 'calm' | 'rich';

/** What determines a random workflow, a run of it, and what becomes of that. */
export interface RandomFlow {
  readonly kind: FlowKind;
  readonly seed: number;
  readonly size: number;
  readonly depth: number;
  readonly order: number;
  readonly concurrency: number | undefined;
  /** Whether writing to the log takes its time. */
  readonly isSlow: boolean;
  /** Where the run is forked, or where its process dies: a part of its events. */
  readonly at: number;
  /** The same for the run that follows it. */
  readonly next: number;
  /** What the second process that dies leaves of its snapshots: none, its own, or those with a damaged one. */
  readonly snapshots: 'none' | 'own' | 'damaged';
  /** How the workflow is edited. */
  readonly edit: number;
  /** What is picked in a run: a text that a person writes, tasks that run again. */
  readonly choice: number;
  readonly target: TargetKind;
}

/** Not `fc.double`: most of those are almost zero. */
const anyShare = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
const share = fc.oneof(anyShare, anyShare, fc.constant(1));

export const randomFlows: fc.Arbitrary<RandomFlow> = fc.record({
  kind: fc.constantFrom('plain', 'plain', 'plain', 'calm', 'rich', 'rich'),
  seed: fc.integer(),
  size: fc.integer({ min: 1, max: 5 }),
  depth: fc.integer({ min: 0, max: 3 }),
  order: fc.integer(),
  concurrency: fc.constantFrom(undefined, undefined, 1, 2, 3),
  isSlow: fc.boolean(),
  at: share,
  next: share,
  snapshots: fc.constantFrom('none', 'own', 'damaged'),
  edit: fc.integer(),
  choice: fc.integer(),
  target: fc.constantFrom(...targetKinds),
});

const rest: Omit<RandomFlow, 'seed' | 'size' | 'depth' | 'order'> = {
  kind: 'plain',
  concurrency: undefined,
  isSlow: false,
  at: 1,
  next: 0.5,
  snapshots: 'none',
  edit: 0,
  choice: 0,
  target: 'only',
};

/** Flows that found faults which are mended, and those that make sure that everything comes up. */
export const knownFlows: readonly RandomFlow[] = [
  // Items that go on side by side: one failed before the others were read again; they ended in another order.
  { ...rest, seed: -1898893843, size: 1, depth: 3, order: 1511418830, at: 0.865 },
  { ...rest, seed: 2147483641, size: 2, depth: 3, order: -1312100086, at: 0.649 },
  // Of two items that tried again at the same time one failed; the other was cancelled before its try had begun.
  { ...rest, seed: -1496316341, size: 1, depth: 3, order: 0, at: 0 },
  // A task was held by the run of a part, and is disabled now: what was told of it is another.
  { ...rest, seed: 1732047708, size: 5, depth: 1, order: -1971939232, edit: 684196631, choice: -298952375 },
  // The other task is told what the chosen one gave, which is skipped since: it is taken over, and then told less.
  { ...rest, seed: -1037482585, size: 2, depth: 0, order: -962800752, edit: 14 },
  // A task of another branch that was skipped before the task began.
  { ...rest, kind: 'calm', seed: 1835830842, size: 4, depth: 2, order: 0 },
  // A try of `best_of` got no answer: the task completed with the other try, and a fork makes the open one again.
  { ...rest, kind: 'rich', seed: 0, size: 2, depth: 1, order: 0, next: 1 },
  // A person wrote in an input of an attempt that nobody answered: a fork passes over the attempt, not over its inputs.
  {
    ...{ ...rest, kind: 'rich', seed: 342414056, size: 1, depth: 1, order: -23975272, next: 1 },
    choice: -502076241,
  },
  // A person wrote the prompt of an attempt of which only a later turn got no answer: a fork makes that attempt.
  {
    ...{ ...rest, kind: 'rich', seed: 353548856, size: 4, depth: 1, order: -27953149, next: 1 },
    choice: -1860823185,
  },
  // A later turn of a sample that called a tool got no answer at first: the turns before it were paid for again.
  { ...rest, kind: 'rich', seed: 24, size: 1, depth: 1, order: 0, at: 0, next: 0 },
  // A person wrote a prompt in the last round of what failed: earlier rounds were asked anew, and it was never reached.
  {
    ...{ ...rest, kind: 'rich', seed: -1455142120, size: 1, depth: 1, order: -1528469145, next: 1 },
    choice: 1073682595,
  },
  // A person wrote in a try of `best_of`: the evaluator reads the tries, and was foreseen to be kept.
  {
    ...{ ...rest, kind: 'rich', seed: -1995209364, size: 3, depth: 1, order: 410470513, concurrency: 1 },
    ...{ at: 0.774, next: 1, snapshots: 'own', edit: 896131359, choice: 1102817188, target: 'until' },
  },
  {
    ...{ ...rest, kind: 'rich', seed: -404912929, size: 2, depth: 2, order: 1248566477, at: 0.936 },
    ...{ next: 1, edit: 1406000534, choice: 1424160821, target: 'from' },
  },
  // A person wrote what a definition of the library gave: the task that calls it was foreseen to be kept.
  {
    ...{ ...rest, kind: 'rich', seed: -261663825, size: 2, depth: 0, order: 2147483623, next: 1 },
    ...{ edit: -104058917, choice: 1493413864 },
  },
  // With the output that a person wrote for a part, its container failed, and ran the part anew in another attempt.
  {
    ...{ ...rest, kind: 'rich', seed: 1507026661, size: 3, depth: 2, order: 11, concurrency: 1, at: 0.599 },
    ...{ next: 0.514, edit: -654775345, choice: -875525647, target: 'from' },
  },
  // A task failed before others ended: a replay put it behind them in the history that an agent is sent.
  { ...rest, kind: 'rich', seed: -425008217, size: 5, depth: 2, order: 0, at: 0, next: 0 },
  // A director whose run died twice, one call at a time, while writing to the log took its time.
  {
    ...{ ...rest, kind: 'rich', seed: -1583789109, size: 4, depth: 1, order: 2147483628, concurrency: 1 },
    ...{ isSlow: true, at: 0.67, next: 0.992, snapshots: 'damaged' },
  },
  // A sample of a vote was refused, which the others decided: a fork asks it again, and a replay did not go past it.
  { ...rest, kind: 'rich', seed: -2147483646, size: 1, depth: 1, order: 2147483646, at: 0, next: 0, edit: -1826481 },
  // The second process chose a history in another order, which only its own payloads have.
  { ...rest, kind: 'rich', seed: -2147482623, size: 4, depth: 1, order: 0, at: 0.013, next: 0 },
  // A call waited to be tried again, and gave its slot to others: in a replay of the log so far it kept it.
  { ...rest, kind: 'rich', seed: 577297674, size: 3, depth: 1, order: 0, concurrency: 1, at: 0.667, next: 0 },
  // A pipeline whose states are long: those before the latest are deleted, and a replay cannot ask their steps again.
  { ...rest, kind: 'rich', seed: -110040688, size: 1, depth: 0, order: -1920282190, at: 0.5, next: 0 },
  // Rich ones: between them they have every type of task, and every setting that a random workflow may have.
  { ...rest, kind: 'rich', seed: 2464, size: 5, depth: 3, order: 0, at: 0.5, snapshots: 'own', target: 'from' },
  { ...rest, kind: 'rich', seed: 2657, size: 3, depth: 2, order: 0, at: 0.5, snapshots: 'damaged', target: 'until' },
];
