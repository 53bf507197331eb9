import type { FileEntry } from '@/workflow/file-repository';
import { createPathTest } from '@/workflow/path-glob';
import { attachmentLimits } from './attached-file';
import { describeSizeProblem, type Inspected } from './inspect-file';
import { type FileSource, inspectFileSource } from './read-start';

/** A file of the workflow, inspected when the plan is made. */
export interface PlannedFile {
  readonly path: string;
  readonly inspected: Inspected;
}

/** A workflow's file as a source to read from. */
export function createFileSource(files: Pick<PlanFiles, 'read' | 'pages'>, path: string): FileSource {
  const { pages } = files;
  return { read: () => files.read(path), ...(pages === undefined ? {} : { pages: () => pages(path) }) };
}

/** The part of a workflow's files that planning uses. */
interface PlanFiles {
  list(): Promise<readonly FileEntry[]>;
  read(path: string): Promise<Uint8Array | undefined>;
  pages?(path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
}

/**
 * Inspects the files that match paths or patterns, one after the other. Files that are too large are not read; missing
 * files are left out.
 */
export async function lookAtFiles(files: PlanFiles, patterns: readonly string[]): Promise<readonly PlannedFile[]> {
  const globs = patterns.map(createPathTest);
  const entries = (await files.list()).filter(({ path }) => globs.some((matches) => matches(path)));
  const found: PlannedFile[] = [];
  for (const { path, bytes } of entries.slice(0, attachmentLimits.count)) {
    const name = path.slice(1);
    const problem = describeSizeProblem(name, bytes);
    const seen =
      problem === undefined ? await inspectFileSource(name, bytes, createFileSource(files, path)) : undefined;
    if (problem !== undefined) found.push({ path, inspected: { ok: false, problem } });
    else if (seen !== undefined) found.push({ path, inspected: seen.inspected });
  }
  return found;
}
