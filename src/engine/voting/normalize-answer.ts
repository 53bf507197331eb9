import { canonicalJson, type JsonObject } from '@/base/json';
import type { PlannedVoting } from '@/plan/plan';
import { parseOutput } from '../handler/parse-output';

/**
 * What of a content is compared with other votes; with `json` its value, be it in a fenced block, whatever the order of
 * its keys.
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
