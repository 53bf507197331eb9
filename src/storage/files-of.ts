import type { Files } from '@/engine/ports/files';
import type { FileRepository } from '@/workflow/file-repository';

/** The files of one workflow, as its runs see them. */
export function createWorkflowFiles(repository: FileRepository, workflowId: string): Files {
  const { pages } = repository;
  return {
    list: () => repository.list(workflowId),
    read: (path) => repository.read(workflowId, path),
    ...(pages === undefined ? {} : { pages: (path) => pages(workflowId, path) }),
    write: (path, content) => repository.write(workflowId, [{ path, content }]),
    remove: (path) => repository.remove(workflowId, [path]),
  };
}
