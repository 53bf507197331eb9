import { attachedPaths } from '@/plan/attachments/attached-paths';
import type { Planned } from '@/plan/planned';
import type { FilesApi } from '@/worker/api';

/** Makes a plan, and where it attaches files makes it again with what these are: they lie with another worker. */
export async function planWithFiles(
  documents: { plan(files?: Awaited<ReturnType<FilesApi['inspect']>>): Promise<Planned> },
  files: Pick<FilesApi, 'inspect'>,
  workflow: string,
): Promise<Planned> {
  const planned = await documents.plan();
  const patterns = planned.ok ? attachedPaths(planned.plan) : [];
  return patterns.length === 0 ? planned : documents.plan(await files.inspect(workflow, patterns));
}
