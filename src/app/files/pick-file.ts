import { workflowEndings } from '@/formats/notation';

/** A workflow with its files, an app package of Dify, and the recording of a run. */
const otherTypes = ['.zip', '.ifpkg', '.jsonl'] as const;

/**
 * Lets the person choose a file, by default a workflow; undefined if none was chosen. It must be called in a person's
 * action.
 */
export function pickFile(types: readonly string[] = [...workflowEndings, ...otherTypes]): Promise<File | undefined> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = types.join(',');
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
}
