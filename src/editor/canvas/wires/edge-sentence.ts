import type { WorkflowDocument } from '@/workflow/document';
import { placeOfReading, type ResultUse } from '@/workflow/graph/readings';
import { formatPersonalName } from '../nodes/task-sentence';

/**
 * An edge in words: a line for each use, `write reads fetch.output: input articles`, and how the target waits. Tasks
 * have the names that they have on the screen.
 */
export function formatEdgeSentence(
  document: WorkflowDocument,
  {
    from,
    to,
    port,
    waits,
  }: { readonly from: string; readonly to: string; readonly port: string | undefined; readonly waits: boolean },
  readings: readonly ResultUse[],
): string {
  const here = port === undefined ? readings : readings.filter((reading) => reading.port === port);
  const formatName = (taskPath: string) => formatPersonalName(document, taskPath);
  const reads = here.map(
    (reading) => `${formatName(reading.reader)} reads ${reading.text}: ${placeOfReading(reading)}`,
  );
  const order = `${formatName(to)} runs after ${formatName(from)}${waits ? '' : ', by way of others'}`;
  return [...new Set(reads), order].join('\n');
}
