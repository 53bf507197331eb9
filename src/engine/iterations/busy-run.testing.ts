import { AppError } from '@/base/errors';
import { planOf } from '@/plan/plan.testing';
import type { ModelRequest } from '../ports/model-client';
import { say } from '../testing/nested.testing';
import type { Scripted } from '../testing/scripted-models.testing';
import { createWorld, type World } from '../testing/world.testing';

/** A script task. */
export const script = (content: string, more: object = {}) => ({
  type: 'script',
  script: { language: 'bash', content },
  ...more,
});
/** A loop of so many rounds. */
export const repeat = (count: number) => ({ type: 'repeat', count });
/** A reply that calls a tool. */
export const call = (name: string, args: object): Scripted => ({
  content: '',
  toolCalls: [{ id: name, name, arguments: JSON.stringify(args) }],
  finishReason: 'tool_calls',
});
/** The turn of its conversation that a request belongs to, from 1. */
export const turnOf = ({ messages }: ModelRequest) => messages.filter(({ role }) => role === 'assistant').length + 1;

const retry = { errorHandling: { onError: 'retry', maxRetries: 2, backoff: 'none' } };
const rounds = {
  type: 'group',
  subtasks: {
    check: script('check', { dependsOn: ['talk'] }),
    talk: say('talk', { tools: ['write_file'], ...retry }),
  },
  loop: repeat(2),
};
/** Loops in a map, a director, and tasks that are retried: every source of iterations. */
export const busyPlan = planOf({
  many: { type: 'map', items: ['p', 'q', 'r'], innerTask: rounds },
  loop: {
    type: 'director_evaluator',
    mode: 'static',
    director: say('Write'),
    script: script('check'),
    evaluator: say('Judge'),
    maxIterations: 2,
    onUnaccepted: 'complete',
  },
  again: script('flaky', {
    ...retry,
    errorHandling: { ...retry.errorHandling, onMaxRetries: 'continue' },
    loop: repeat(2),
  }),
});
/** A world for this plan: tools and scripts that change files, and failures. */
export const busyWorld = (more: Parameters<typeof createWorld>[0] = {}): World =>
  createWorld({
    answer: (request) => {
      const key = request.idempotencyKey;
      if (key.includes('evaluator')) return '{"success": false, "feedback": "more"}';
      if (!key.includes('task/talk')) return 'draft';
      if (turnOf(request) === 1) return call('write_file', { path: `/${/item\/\d/.exec(key)}.md`, content: 'x' });
      return /item\/1.*iter\/2.*talk\/attempt\/1/.test(key)
        ? new AppError('TASK_FAILURE', 'Odd.', { retryable: true })
        : 'talked';
    },
    script: ({ content }) => ({
      exitCode: content === 'flaky' ? 1 : 0,
      stderr: `${content} said`,
      filesChanged: ['/s.md'],
    }),
    ...more,
  });
