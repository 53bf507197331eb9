import { describe, expect, it } from 'vitest';
import type { PlannedPart, RunTargets } from '@/plan/partial/run-targets';
import type { PlannedTask } from '@/plan/plan';
import type { Attempt } from '../attempt';
import { ChosenPart, isAsked } from './chosen-part';
import { buildPinnedOutcome } from './pinned-outcome';

const partOf = (kind: RunTargets['kind'], ...tasks: RunTargets['tasks']): PlannedPart => ({
  targets: { kind, tasks },
  from: 'r',
  held: {},
  left: ['out'],
  wholeHash: '',
});

describe('a run of a part of a workflow', () => {
  it('asks again what belongs to a chosen task, or to the chosen round of it', () => {
    const keys = [
      'task/a',
      'task/a/attempt/1/turn/1',
      'task/ab',
      'task/g/attempt/1/task/a',
      'task/g/attempt/1/item/2/task/i/x/1',
    ];
    const asked = (part: PlannedPart) => keys.map((key) => isAsked(part, key));
    expect(asked(partOf('only', { task: 'a' }))).toEqual([true, true, false, false, false]);
    expect(asked(partOf('only', { task: 'ab' }, { task: 'a' }))).toEqual([true, true, true, false, false]);
    expect(asked(partOf('from', { task: 'g/a' }))).toEqual([false, false, false, true, false]);
    expect(asked(partOf('until', { task: 'a' }))).toEqual([false, false, false, false, false]);
    const instance = 'task/g/attempt/1/item/2/task/i';
    expect(asked(partOf('only', { task: 'g/i', instance }))).toEqual([false, false, false, false, true]);
    expect(isAsked(partOf('only', { task: 'g/i', instance }), instance)).toBe(true);
    expect(isAsked(partOf('only', { task: 'g/i', instance }), `${instance}x`)).toBe(false);
  });

  it('leaves out what does not run, and stops a container once the chosen tasks in it have ended', () => {
    const chosen = new ChosenPart(partOf('only', { task: 'g/a' }, { task: 'g/b' }, { task: 'h/a' }, { task: 'w' }));
    expect([chosen.isLeft('task/out'), chosen.isLeft('task/g')]).toEqual([true, false]);
    const stopped = () => ['g', 'h', 'w'].map((id) => chosen.stopOf(`task/${id}`)?.aborted);
    chosen.ended('task/g/attempt/1/task/a');
    chosen.ended('task/g/attempt/1/task/other');
    chosen.ended('task/hx/attempt/1/task/a');
    expect(stopped()).toEqual([false, false, undefined]);
    chosen.ended('task/g/attempt/1/task/b');
    expect(stopped()).toEqual([true, false, undefined]);
  });

  it('runs a container to its end where it is chosen as a whole, or all that follows is', () => {
    expect(new ChosenPart(partOf('only', { task: 'g' }, { task: 'g/a' })).stopOf('task/g')).toBeUndefined();
    expect(new ChosenPart(partOf('from', { task: 'g/a' })).stopOf('task/g')).toBeUndefined();
    const whole = new ChosenPart(undefined);
    whole.ended('task/g');
    expect([whole.isLeft('task/out'), whole.stopOf('task/g')]).toEqual([false, undefined]);
    const one = new ChosenPart(partOf('until', { task: 'g/i', instance: 'task/g/attempt/1/item/2/task/i' }));
    one.ended('task/g/attempt/1/item/1/task/i');
    expect(one.stopOf('task/g')?.aborted).toBe(false);
    one.ended('task/g/attempt/1/item/2/task/i');
    expect(one.stopOf('task/g')?.aborted).toBe(true);
  });
});

describe('a pinned task', () => {
  const task = { label: 'Find', outputSchema: { type: 'array' } } as unknown as PlannedTask;
  const attempt = (outputs: Readonly<Record<string, string>> = {}, root = 'task/a/iter/2/attempt/1') =>
    ({ root, run: { recording: { output: async (path: string) => outputs[path] } } }) as unknown as Attempt;

  it('gives what is pinned, or what an earlier run gave, and nothing else', async () => {
    const outcome = { content: '[1]', notes: {} };
    expect(await buildPinnedOutcome(task, { content: '[1]' }, attempt())).toEqual(outcome);
    expect(await buildPinnedOutcome(task, {} as never, attempt({ 'task/a': '[1]' }))).toEqual(outcome);
    const none = buildPinnedOutcome(task, {} as never, attempt({ 'task/b': '[1]' }));
    await expect(none).rejects.toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining('“Find”') });
    const noRun = buildPinnedOutcome(task, {} as never, { root: 'task/a', run: {} } as unknown as Attempt);
    await expect(noRun).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('fails if that is not what its schema asks for, and says whose it is', async () => {
    for (const [pin, start, advice] of [
      [{ content: '{}' }, 'The pinned output', 'remove the pin'],
      [{ content: '{}', isWritten: true }, 'The output that was written', 'Write it again.'],
    ] as const) {
      await expect(buildPinnedOutcome(task, pin, attempt())).rejects.toMatchObject({
        code: 'INVALID_OUTPUT',
        message: expect.stringMatching(new RegExp(`^${start} is not what output_schema asks for`)),
        advice: expect.stringContaining(advice),
        details: { violations: [expect.any(String)] },
      });
    }
  });
});
