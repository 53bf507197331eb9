import { AppError } from '@/base/errors';
import type { SentPart } from '@/plan/message';
import type { ModelRef, PlannedLimits } from '@/plan/plan';
import type { ContextWindow } from './context-window';

const names: { readonly [K in SentPart['kind']]: string } = {
  system: 'the system prompt',
  instructions: 'the instructions',
  variables: 'the variables of the workflow',
  current_task: 'the variables of the task',
  attachments: 'the attachments',
  context: 'the outputs of other tasks',
  inherited: 'the context of its container',
  previous: 'the outputs of the steps before',
  matched: 'the files that match',
  progress: 'the rounds before',
  history: 'the history',
  inputs: 'the inputs',
  description: 'the prompt',
  expected: 'what is expected',
  conversation: 'the turns before',
  compacted: 'the turns before, in short',
  tools: 'the declarations of its tools',
};

/** A call that does not fit, with its figures. */
interface TooLong {
  readonly model: ModelRef;
  readonly window: Pick<ContextWindow, 'size' | 'usable' | 'reserve' | 'from'>;
  readonly limits: Pick<PlannedLimits, 'maxContextWindowFraction'>;
  /** Tokens that the call would send. */
  readonly tokens: number;
  /** The parts of the call, if known. */
  readonly parts?: readonly SentPart[];
}

/**
 * The error of a call that is longer than its window allows: `RESOURCE_EXHAUSTION` with the figures. It is thrown
 * before anything is sent.
 */
export function createWindowExceededError({ model, window, limits, tokens, parts = [] }: TooLong): AppError {
  const { size = 0, usable = 0, reserve, from } = window;
  const largest = parts.toSorted((one, other) => other.tokens - one.tokens)[0];
  const most = largest === undefined ? '' : ` Most of it: ${names[largest.kind]} (${largest.tokens}).`;
  const learned =
    from === undefined
      ? ''
      : ` This window was learned from an earlier answer of ${from}; heddle models --forget ${model.provider}:${model.model}, or Undo on the screen of models, forgets it.`;
  const message = `The call is too long: it has about ${tokens} tokens, and ${usable} of the window of ${model.model} (${size}) may be used.${most}${learned}`;
  const isReserve = size - reserve < Math.floor(size * limits.maxContextWindowFraction);
  const limit = isReserve
    ? `lower limits.max_output_tokens (${reserve} are kept free for the answer)`
    : 'raise limits.max_context_window_fraction';
  return new AppError('RESOURCE_EXHAUSTION', message, {
    advice: `Give the task less context, ${limit}, or use a model with a larger window.`,
    details: { resource: 'context', used: tokens, limit: usable },
  });
}
