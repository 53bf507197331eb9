import type { FileEntry } from '@/workflow/file-repository';
import { pathGlob } from '@/workflow/path-glob';
import type { Plan, PlannedAtomic } from '../plan';
import { attachmentLimits } from './attached-file';
import { type Inspected, inspectFile, sizeProblem } from './inspect-file';

/** A file of the workflow as it is when a plan is made. */
export interface PlannedFile {
  readonly path: string;
  readonly inspected: Inspected;
}

/** The files of a workflow, as far as a plan looks at them. */
interface PlanFiles {
  list(): Promise<readonly FileEntry[]>;
  read(path: string): Promise<Uint8Array | undefined>;
}

/** What the tasks of a plan attach by a path or a pattern that holds no template: those can be looked at before the run. */
export function attachedPaths({ tasks, library }: Plan): readonly string[] {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { attachments } = value as Partial<PlannedAtomic>;
    if (Array.isArray(attachments)) for (const one of attachments) for (const path of fixedPath(one)) found.add(path);
    for (const part of Object.values(value)) look(part);
  };
  look([tasks, library]);
  return [...found];
}

/** The path or the pattern of an attachment, if it is known before the run. */
export function fixedPath(attachment: NonNullable<PlannedAtomic['attachments']>[number]): readonly string[] {
  const written = typeof attachment === 'string' ? attachment : 'glob' in attachment ? attachment.glob : undefined;
  return written === undefined || written.includes('{{') ? [] : [written];
}

/** Looks at the files that fit paths or patterns, one after the other. What is too large is not read; what is not there is left out. */
export async function lookAtFiles(files: PlanFiles, patterns: readonly string[]): Promise<readonly PlannedFile[]> {
  const globs = patterns.map(pathGlob);
  const entries = (await files.list()).filter(({ path }) => globs.some((matches) => matches(path)));
  const found: PlannedFile[] = [];
  for (const { path, bytes } of entries.slice(0, attachmentLimits.count)) {
    const name = path.slice(1);
    const problem = sizeProblem(name, bytes);
    const content = problem === undefined ? await files.read(path) : undefined;
    if (problem !== undefined) found.push({ path, inspected: { ok: false, problem } });
    else if (content !== undefined) found.push({ path, inspected: inspectFile(name, content) });
  }
  return found;
}
