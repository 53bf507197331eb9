import { canonicalJson, type JsonObject } from '@/base/json';
import type { PlannedVoting } from '@/plan/plan';
import { parseOutput } from '../handler/parse-output';

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
      return canonicalJson(parseOutput(content.trim(), schema ?? {}));
  }
}
