import { type JudgeLabel, putLabel, readLabels, removeLabel } from '@/cases/judge/judge-labels';
import type { AppStores } from '@/state/context';
import { normalizeFilePath } from '@/workflow/file-path';
import { labelsPath } from '@/workflow/test-files';

type FileStores = Pick<AppStores, 'services'>;

const path = normalizeFilePath(labelsPath);

async function readLabelsFile({ services }: FileStores, workflowId: string): Promise<string> {
  const content = await services.files.read(workflowId, path);
  return content === undefined ? '' : new TextDecoder().decode(content);
}

/** Reads what people said of the judgements of a workflow, from its files. */
export async function readJudgeLabels(
  stores: FileStores,
  workflowId: string,
): Promise<ReadonlyMap<string, JudgeLabel>> {
  return readLabels(await readLabelsFile(stores, workflowId));
}

let last: Promise<unknown> = Promise.resolve();

/** Writes what a person says of a judgement into the files of a workflow. One is written after the other. */
export function writeJudgeLabel(stores: FileStores, workflowId: string, label: JudgeLabel): Promise<void> {
  return changeLabels(stores, workflowId, (text) => putLabel(text, label));
}

/** Takes back what a person said of a judgement. */
export function removeJudgeLabel(stores: FileStores, workflowId: string, judgement: string): Promise<void> {
  return changeLabels(stores, workflowId, (text) => removeLabel(text, judgement));
}

function changeLabels(stores: FileStores, workflowId: string, change: (text: string) => string): Promise<void> {
  const write = async () => {
    const text = change(await readLabelsFile(stores, workflowId));
    await stores.services.files.write(workflowId, [{ path, content: new TextEncoder().encode(text) }]);
  };
  // Another tab may write what its person says into the same file.
  const { locks } = navigator;
  const written = last.then(() =>
    locks === undefined ? write() : locks.request(`heddle judge labels ${workflowId}`, write),
  );
  // One that fails does not keep the next from being written.
  last = written.catch(() => undefined);
  return written;
}
