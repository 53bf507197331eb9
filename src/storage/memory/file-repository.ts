import { filePath } from '@/workflow/file-path';
import type { FileRepository } from '@/workflow/file-repository';
import { checkedFiles, checkFileCount } from '../checked-files';

/** Files of workflows in memory. `removeOf` removes those of a workflow. */
export function createFileRepository(): FileRepository & { readonly removeOf: (workflowId: string) => void } {
  const workflows = new Map<string, Map<string, Uint8Array>>();
  const filesOf = (workflowId: string) => workflows.get(workflowId) ?? new Map<string, Uint8Array>();
  return {
    list: async (workflowId) =>
      [...filesOf(workflowId)]
        .map(([path, content]) => ({ path, bytes: content.length }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    read: async (workflowId, path) => filesOf(workflowId).get(filePath(path))?.slice(),
    write: async (workflowId, files) => {
      const checked = checkedFiles(files);
      const own = filesOf(workflowId);
      checkFileCount(own.keys(), checked);
      for (const { path, content } of checked) own.set(path, content.slice());
      workflows.set(workflowId, own);
    },
    remove: async (workflowId, paths) => {
      for (const path of paths) filesOf(workflowId).delete(filePath(path));
    },
    removeOf: (workflowId) => void workflows.delete(workflowId),
  };
}
