import { expect, it } from 'vitest';
import type { Capture } from './event-data';
import type { EventDraft } from './events';
import { listOutputRows } from './projections/outputs-of';
import { emptyRun, reduceRun } from './reduce-run';
import { buildShortId } from './short-id';

const captureOf = (ref: string): Capture => ({
  type: 'stdout',
  bytes: 5000,
  truncated: true,
  shown: 100,
  strategy: 'tail',
  binary: false,
  stored: { ref, bytes: 5000, path: `out/${ref}.log.gz` },
});
const exited = (path: string, ref: string): EventDraft => ({
  kind: 'script.exited',
  path,
  result: 'the end',
  data: { exitCode: 0, binary: false, stderr: { text: '', length: 0 }, durationMs: 1, capture: captureOf(ref) },
});
const stored = (path: string, ref: string): EventDraft => ({
  kind: 'output.stored',
  path,
  ref,
  data: { stream: 'stdout', bytes: 5000, storedBytes: 5000, file: `out/${ref}.log.gz`, compressed: true },
});
const completed = (path: string, capture?: Capture): EventDraft => ({
  kind: 'task.completed',
  path,
  result: 'the end',
  data: { status: 'COMPLETE', attempts: 1, usage: null, durationMs: 1, bytes: 7, ...(capture && { capture }) },
});

function contextOf(drafts: readonly EventDraft[]) {
  const events = drafts.map((draft, index) => ({
    v: 1 as const,
    seq: index + 1,
    t: new Date(index * 1000).toISOString(),
    id: buildShortId(draft.path),
    ...draft,
  }));
  return reduceRun(emptyRun, events).context;
}

it('lists the output of each round of a loop, and that of its task once', () => {
  const rounds = [1, 2, 3].flatMap((n) => {
    const path = `task/soak/iter/${n}/attempt/1/script/1`;
    return [stored(path, `r${n}`), exited(path, `r${n}`)];
  });
  const context = contextOf([...rounds, completed('task/soak', captureOf('r3')), completed('task/short')]);
  expect(
    listOutputRows(context).map(({ taskPath, output }) => [taskPath, output.path, output.capture.stored?.ref]),
  ).toEqual([
    ['soak', 'task/soak/iter/3', 'r3'],
    ['soak', 'task/soak/iter/2', 'r2'],
    ['soak', 'task/soak/iter/1', 'r1'],
  ]);
  expect(context.metrics).toMatchObject({ taskCount: 2, externalCount: 3, totalBytes: 15_007 });
});

it('lists the output of the last attempt alone where a script was tried again', () => {
  const context = contextOf([
    exited('task/a/attempt/1/script/1', 'r1'),
    exited('task/a/attempt/2/script/1', 'r2'),
    completed('task/a', captureOf('r2')),
  ]);
  expect(listOutputRows(context).map(({ output }) => output.capture.stored?.ref)).toEqual(['r2']);
});
