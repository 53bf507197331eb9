import { toFailure } from '@/base/errors';
import type { PlannedCompaction } from '@/plan/plan';
import type { JournalPath } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import { failedOutcome } from '../outcome';
import type { Digest } from './digest';
import { digestByAgent } from './digest-by-agent';
import { digestByTemplate, type TemplateInput } from './templates';

/** Messages in short, and who did it; `why`: the reason why it was not the agent. */
export interface Compacted {
  readonly digest: Digest;
  readonly by: 'template' | 'agent';
  readonly why?: string;
}

/**
 * Messages in short: in the words of the agent, asked at `key` on behalf of the attempt that `withSlot` gives, or where
 * there is none, or it fails, by template. Errors: `CANCELLED`, and those of a storage that cannot go on.
 */
export async function compactMessages(
  material: TemplateInput,
  rules: PlannedCompaction,
  key: JournalPath,
  withSlot: <T>(use: (attempt: Attempt) => Promise<T>) => Promise<T>,
): Promise<Compacted> {
  const { agent } = rules;
  if (agent === undefined || material.messages.length === 0)
    return { digest: digestByTemplate(material, rules), by: 'template' };
  return withSlot(async (attempt) => {
    try {
      return { digest: await digestByAgent(material, { ...rules, agent }, attempt, key), by: 'agent' };
    } catch (error) {
      const { message } = failedOutcome(error, attempt.signal).failure ?? toFailure(error);
      return { digest: digestByTemplate(material, rules), by: 'template', why: message };
    }
  });
}
