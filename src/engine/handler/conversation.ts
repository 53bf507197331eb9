import { AppError, toFailure } from '@/base/errors';
import type { Message, Prompt } from '@/plan/message';
import type { PlannedAtomic } from '@/plan/plan';
import type { EventOf } from '@/run/events';
import type { Attempt } from '../attempt';
import type { Outcome } from '../outcome';
import { callModel } from './call-model';
import { invalidOutput, violationsOf } from './violations';

/** The first call, and one repair turn when its reply breaks `output_schema` or `validate`. */
const maxTurns = 2;

/** One conversation with a model, up to a reply that satisfies the task. A reply that does not is an outcome with a failure. */
export async function converse(task: PlannedAtomic, prompt: Prompt, attempt: Attempt): Promise<Outcome> {
  let messages = prompt.messages;
  let warnings: readonly string[] = [];
  for (let turn = 1; ; turn++) {
    const { text, data } = await callModel(task, messages, turn, attempt);
    const notes = warnings.length === 0 ? {} : { warnings };
    const cut = cutOff(task, data);
    if (cut !== undefined) return { content: text, notes, failure: toFailure(cut) };

    const violations = violationsOf(task, text, attempt.names());
    if (violations.length === 0) return { content: text, notes };
    if (turn === maxTurns) return { content: text, notes, failure: toFailure(invalidOutput(violations)) };
    warnings = violations;
    messages = [...messages, ...repair(text, violations)];
  }
}

/** The reply and what is wrong with it, in the same conversation. Providers refuse an assistant message without text. */
function repair(reply: string, violations: readonly string[]): Message[] {
  const wrong = violations.map((violation) => `- ${violation}`).join('\n');
  const content = `Your reply cannot be used:\n${wrong}\n\nReply again with the whole corrected output and nothing else.`;
  const said: Message[] = reply === '' ? [] : [{ role: 'assistant', content: reply }];
  return [...said, { role: 'user', content }];
}

function cutOff({ limits }: PlannedAtomic, data: EventOf<'model.replied'>['data']): AppError | undefined {
  if (data.finishReason === 'length') {
    return new AppError('RESOURCE_EXHAUSTION', `The reply was cut off at ${limits.maxOutputTokens} tokens.`, {
      advice: 'Raise limits.max_output_tokens of the task, or ask for less.',
      details: { resource: 'output', used: data.usage.outputTokens, limit: limits.maxOutputTokens },
    });
  }
  if (data.finishReason === 'content_filter') {
    return new AppError('PROVIDER_ERROR', 'The provider’s content filter stopped the reply.', {
      advice: 'Change the prompt, or use another model.',
      details: { kind: 'content_filter', provider: data.provider },
    });
  }
  return undefined;
}
