import { toFailure } from '@/base/errors';
import type { PlannedCompaction } from '@/plan/plan';
import type { JournalPath } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import { buildFailedOutcome } from '../outcome';
import type { Digest } from './digest';
import { digestByAgent } from './digest-by-agent';
import { buildDigestByTemplate, type TemplateInput } from './templates';

/** A digest of messages, and what wrote it; `why`: the reason why the agent did not. */
export interface Compacted {
  readonly digest: Digest;
  readonly by: 'template' | 'agent';
  readonly why?: string;
}

/**
 * Compacts messages: by the agent, asked at `key` within the attempt that `withSlot` provides; without an agent, or if
 * it fails, by template. Errors: `CANCELLED`, and those of a storage that cannot continue.
 */
export async function compactMessages(
  material: TemplateInput,
  rules: PlannedCompaction,
  key: JournalPath,
  withSlot: <T>(use: (attempt: Attempt) => Promise<T>) => Promise<T>,
): Promise<Compacted> {
  const { agent } = rules;
  if (agent === undefined || material.messages.length === 0)
    return { digest: buildDigestByTemplate(material, rules), by: 'template' };
  return withSlot(async (attempt) => {
    try {
      return { digest: await digestByAgent(material, { ...rules, agent }, attempt, key), by: 'agent' };
    } catch (error) {
      const { message } = buildFailedOutcome(error, attempt.signal).failure ?? toFailure(error);
      return { digest: buildDigestByTemplate(material, rules), by: 'template', why: message };
    }
  });
}
