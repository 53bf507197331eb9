import { computeOnce } from '@/base/compute-once';
import { createPathTest } from '@/workflow/path-glob';
import type { Plan, PlannedAtomic, PlannedAttachment } from '../plan';
import type { PlannedFile } from './planned-files';

/**
 * The paths and patterns without templates that tasks of a plan attach: their files can be inspected before the run.
 */
export const listAttachedPaths = computeOnce(({ tasks, library }: Plan): readonly string[] => {
  const found = new Set<string>();
  const lookForPaths = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { attachments } = value as Partial<PlannedAtomic>;
    if (Array.isArray(attachments))
      for (const one of attachments) for (const path of findFixedPaths(one)) found.add(path);
    for (const part of Object.values(value)) lookForPaths(part);
  };
  lookForPaths([tasks, library]);
  return [...found];
});

/** The paths or the pattern of an attachment, if they are known before the run. */
export function findFixedPaths(attachment: PlannedAttachment): readonly string[] {
  if (typeof attachment === 'object' && 'from' in attachment) return attachment.paths ?? [];
  const written = typeof attachment === 'string' ? attachment : 'glob' in attachment ? attachment.glob : undefined;
  return written === undefined || written.includes('{{') ? [] : [written];
}

/** The files that an attachment selects, as far as that is known before the run. */
export function selectAttachedFiles(
  attachment: PlannedAttachment,
  files: readonly PlannedFile[],
): readonly PlannedFile[] {
  const tests = findFixedPaths(attachment).map(createPathTest);
  return tests.length === 0 ? [] : files.filter(({ path }) => tests.some((matches) => matches(path)));
}
