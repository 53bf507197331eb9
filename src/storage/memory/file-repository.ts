import { normalizeFilePath } from '@/workflow/file-path';
import type { FileRepository } from '@/workflow/file-repository';
import { checkFileCount, checkFiles } from '../checked-files';

/** Files of workflows in memory. `removeOf` removes those of a workflow. */
export function createFileRepository(): FileRepository & { readonly removeOf: (workflowId: string) => void } {
  const workflows = new Map<string, Map<string, Uint8Array>>();
  const getFiles = (workflowId: string) => workflows.get(workflowId) ?? new Map<string, Uint8Array>();
  return {
    list: async (workflowId) =>
      [...getFiles(workflowId)]
        .map(([path, content]) => ({ path, bytes: content.length }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    read: async (workflowId, path) => getFiles(workflowId).get(normalizeFilePath(path))?.slice(),
    write: async (workflowId, files) => {
      const checked = checkFiles(files);
      const own = getFiles(workflowId);
      checkFileCount(own.keys(), checked);
      for (const { path, content } of checked) own.set(path, content.slice());
      workflows.set(workflowId, own);
    },
    remove: async (workflowId, paths) => {
      for (const path of paths) getFiles(workflowId).delete(normalizeFilePath(path));
    },
    removeOf: (workflowId) => void workflows.delete(workflowId),
  };
}
