import { planOf } from '@/plan/plan.testing';
import type { ModelRequest } from '../ports/model-client';
import type { ScriptRequest } from '../ports/script-runner';
import { providerError, type Scripted } from './scripted-models.testing';

/**
 * A plan with every kind of feature: parallel branches, retries, a repair turn, scripts, skips, returns, long texts.
 */
export const samplePlan = planOf(
  {
    fetch: { type: 'script', script: { content: 'curl' } },
    facts: {
      description: 'Facts of {{fetch}}',
      dependsOn: ['fetch'],
      outputSchema: { type: 'array' },
      returns: { n: 'size(output)' },
    },
    flaky: {
      dependsOn: ['fetch'],
      errorHandling: { onError: 'retry', backoff: 'linear' },
      validate: 'content != "bad"',
    },
    unlikely: { dependsOn: ['facts'], condition: 'size(tasks.facts.output) > 100' },
    after_unlikely: { dependsOn: ['unlikely'] },
    fragile: {
      type: 'script',
      dependsOn: ['fetch'],
      script: { content: 'exit 4' },
      errorHandling: { onError: 'continue' },
    },
    dropped: { type: 'script', script: { content: 'exit 5' }, errorHandling: { onError: 'skip' } },
    doomed: { description: 'Doomed', dependsOn: ['fetch'] },
    beyond: { dependsOn: ['doomed'] },
    join: {
      type: 'script',
      inputs: { n: '{{n}}', text: { from: 'flaky.content' } },
      dependsOn: ['facts', 'flaky', 'fragile'],
    },
    report: {
      description: 'Report {{join.output.n}} {{unlikely}}',
      dependsOn: ['join', 'unlikely', 'dropped'],
      output: 'report.md',
      priority: 'high',
    },
  },
  { maxConcurrency: 2, name: 'Sample' },
);

/** Answers by the journal key alone, so that a repeated call gets the same answer. */
export function sampleAnswer({ idempotencyKey, messages }: ModelRequest): Scripted {
  const key = idempotencyKey.split('/').slice(1).join('/');
  switch (key) {
    case 'task/facts/attempt/1/turn/1':
      return { content: 'These are the facts: none.', latencyMs: 30 };
    case 'task/facts/attempt/1/turn/2':
      return '```json\n["one", "two"]\n```';
    case 'task/flaky/attempt/1/turn/1':
      return providerError('overloaded', { retryAfterMs: 3000 });
    case 'task/flaky/attempt/2/turn/1':
    case 'task/flaky/attempt/2/turn/2':
      return 'bad';
    case 'task/doomed/attempt/1/turn/1':
      return providerError('auth');
    default:
      return { content: `${key}: ${'long '.repeat(600)}${messages.length}`, latencyMs: 20 };
  }
}

/** Ends the scripts of the sample, by their content alone. */
export function sampleScript({ content }: ScriptRequest) {
  if (content === 'curl') return { stdout: `${'line\n'.repeat(800)}` };
  return { stdout: 'part\n', stderr: 'it broke', exitCode: Number(content.split(' ')[1]) };
}
