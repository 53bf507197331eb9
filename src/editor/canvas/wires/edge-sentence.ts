import { placeOfReading, type ResultUse } from '@/workflow/graph/readings';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment } from '@/workflow/task-path';

/** An edge in words: a line for each use, `write reads fetch.output: input articles`, and how the target waits. */
export function formatEdgeSentence(
  {
    from,
    to,
    port,
    waits,
  }: { readonly from: string; readonly to: string; readonly port: string | undefined; readonly waits: boolean },
  readings: readonly ResultUse[],
): string {
  const here = port === undefined ? readings : readings.filter((reading) => reading.port === port);
  const reads = here.map(
    (reading) => `${formatPathName(reading.reader)} reads ${reading.text}: ${placeOfReading(reading)}`,
  );
  const order = `${formatPathName(to)} runs after ${formatPathName(from)}${waits ? '' : ', by way of others'}`;
  return [...new Set(reads), order].join('\n');
}

const formatPathName = (taskPath: string) => formatSegment(getLastSegment(taskPath));
