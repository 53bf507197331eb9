import { createPathTest } from '@/workflow/path-glob';
import type { Plan, PlannedAtomic } from '../plan';
import type { PlannedFile } from './planned-files';

type PlannedAttachment = NonNullable<PlannedAtomic['attachments']>[number];

/**
 * The paths and patterns without templates that tasks of a plan attach: their files can be inspected before the run.
 */
export function listAttachedPaths({ tasks, library }: Plan): readonly string[] {
  const found = new Set<string>();
  const lookForPaths = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { attachments } = value as Partial<PlannedAtomic>;
    if (Array.isArray(attachments))
      for (const one of attachments) for (const path of findFixedPath(one)) found.add(path);
    for (const part of Object.values(value)) lookForPaths(part);
  };
  lookForPaths([tasks, library]);
  return [...found];
}

/** The path or the pattern of an attachment, if it is known before the run. */
export function findFixedPath(attachment: PlannedAttachment): readonly string[] {
  const written = typeof attachment === 'string' ? attachment : 'glob' in attachment ? attachment.glob : undefined;
  return written === undefined || written.includes('{{') ? [] : [written];
}

/** The files that an attachment selects, as far as that is known before the run. */
export function selectAttachedFiles(
  attachment: PlannedAttachment,
  files: readonly PlannedFile[],
): readonly PlannedFile[] {
  const [fixed] = findFixedPath(attachment);
  const matches = fixed === undefined ? undefined : createPathTest(fixed);
  return matches === undefined ? [] : files.filter(({ path }) => matches(path));
}
