import { RE2JS } from 're2js';
import type { Failure } from '@/base/errors';
import type { PlannedVoting } from '@/plan/plan';

/** A sample as it is looked at before it is counted. */
export interface VoteSample {
  readonly content: string;
  /** Tokens of all that the model said; undefined: no model was asked. */
  readonly outputTokens: number | undefined;
  readonly failure: Failure | undefined;
}

/**
 * What is found in samples that keeps them from being counted: they break `output_schema` or `validate`, were cut off,
 * are empty, are longer than `max_tokens`, or match a pattern. Patterns are RE2's, whose time grows with the text only:
 * a model's reply cannot make them hang.
 */
export function redFlagsOf({ redFlags }: PlannedVoting): (candidate: VoteSample) => boolean {
  const { maxTokens = Number.POSITIVE_INFINITY } = redFlags;
  const patterns = redFlags.patterns.map((pattern) => RE2JS.compile(pattern));
  return ({ content, outputTokens = 0, failure }) =>
    (failure !== undefined && isRedFlag(failure)) ||
    content.trim() === '' ||
    outputTokens > maxTokens ||
    patterns.some((pattern) => pattern.matcher(content).find());
}

/** Whether a failure says something of the one sample only: another one may do better. */
export function isRedFlag({ code, details }: Failure): boolean {
  if (code === 'INVALID_OUTPUT') return true;
  if (code === 'RESOURCE_EXHAUSTION') return details?.['resource'] === 'output';
  return code === 'PROVIDER_ERROR' && details?.['kind'] === 'content_filter';
}
