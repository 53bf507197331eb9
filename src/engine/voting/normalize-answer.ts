import { encodeCanonicalJson, type JsonObject } from '@/base/json';
import type { PlannedVoting } from '@/plan/plan';
import { parseOutput } from '../handler/parse-output';

/** Numbers agree by their value, however they are written: `12` and `12.0`. */
const byValue = { type: 'number' };

/**
 * The part of a content that is compared with other votes. With `json` it is the value, even from a fenced block,
 * whatever the order of its keys.
 */
export function normalizeAnswer(
  content: string,
  normalize: PlannedVoting['normalize'],
  schema: JsonObject | undefined,
): string {
  switch (normalize) {
    case 'none':
      return content;
    case 'trim':
      return content.trim();
    case 'json':
      return encodeCanonicalJson(parseOutput(content.trim(), schema ?? byValue));
  }
}
