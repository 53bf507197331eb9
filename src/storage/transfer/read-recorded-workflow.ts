import type { RecordedWorkflow } from '@/run/runner';
import { readLines, wrongLine } from './read-lines';
import { recordedHead } from './run-file';

/**
 * The workflow that the run of a file belongs to; only the first line is read. Error `VALIDATION_ERROR` if the file
 * does not begin as the file, or the log, of a run.
 */
export async function readRecordedWorkflow(pages: AsyncIterable<Uint8Array>): Promise<RecordedWorkflow> {
  for await (const { number, text } of readLines(pages)) {
    const head = recordedHead.safeParse(parsed(text));
    if (!head.success) throw wrongLine(number, 'it is not the first line of a run.');
    return head.data;
  }
  throw wrongLine(1, 'the file is empty.');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
