import { expect, it } from 'vitest';
import type { StreamDelta } from '@/run/runner';
import type { Attempt } from '../attempt';
import { createStreamHooks } from './stream-text';

it('a call that is made again at the same path has another name, also in the same moment', () => {
  const deltas: StreamDelta[] = [];
  const deps = { clock: { now: () => 1000 } };
  const run = {
    executionId: 'r',
    deps,
    onDelta: (delta: StreamDelta) => deltas.push(delta),
  } as unknown as Attempt['run'];
  const first = createStreamHooks(run, 'task/a');
  first.onReasoning('Hm.');
  first.onText('Once');
  createStreamHooks(run, 'task/a').onText('Once');
  first.onRestart();
  first.onText('Anew');
  const [one, two, again, anew] = deltas;
  expect(one).toMatchObject({ executionId: 'r', path: 'task/a', text: 'Hm.', isReasoning: true });
  expect(two).toEqual({ executionId: 'r', path: 'task/a', text: 'Once', call: one?.call });
  expect(new Set([one, again, anew].map((delta) => delta?.call)).size).toBe(3);
});
