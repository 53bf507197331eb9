import { type JudgeLabel, putLabel, readLabels } from '@/cases/judge/judge-labels';
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
  const written = last.then(async () => {
    const text = putLabel(await readLabelsFile(stores, workflowId), label);
    await stores.services.files.write(workflowId, [{ path, content: new TextEncoder().encode(text) }]);
  });
  // One that fails does not keep the next from being written.
  last = written.catch(() => undefined);
  return written;
}
