import { RE2JS } from 're2js';
import type { Failure } from '@/base/errors';
import type { PlannedVoting } from '@/plan/plan';

/** A sample before it is counted. */
export interface VoteSample {
  readonly content: string;
  /** Tokens of the whole reply; undefined: no model was asked. */
  readonly outputTokens: number | undefined;
  readonly failure: Failure | undefined;
}

/**
 * Tests for reasons not to count a sample: it breaks `output_schema` or `validate`, was cut off, is empty, is longer
 * than `max_tokens`, or matches a pattern. Patterns use RE2, whose time is linear in the length of the text, so that no
 * reply can make them hang.
 */
export function createRedFlagTest({ redFlags }: PlannedVoting): (candidate: VoteSample) => boolean {
  const { maxTokens = Number.POSITIVE_INFINITY } = redFlags;
  const patterns = redFlags.patterns.map((pattern) => RE2JS.compile(pattern));
  return ({ content, outputTokens, failure }) =>
    (failure !== undefined && isRedFlag(failure)) ||
    content.trim() === '' ||
    (outputTokens !== undefined && outputTokens > maxTokens) ||
    patterns.some((pattern) => pattern.matcher(content).find());
}

/** Whether a failure concerns only one sample, so that another may succeed. */
export function isRedFlag({ code, details }: Failure): boolean {
  if (code === 'INVALID_OUTPUT') return true;
  if (code === 'RESOURCE_EXHAUSTION') return details?.['resource'] === 'output';
  return code === 'PROVIDER_ERROR' && details?.['kind'] === 'content_filter';
}
