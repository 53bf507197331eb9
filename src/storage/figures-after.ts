import { AppError } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import { emptyRun } from '@/run/reduce-run';
import { advanceHead } from '@/run/run-head';
import type { HeadRecord } from './records';

/** Events folded at once. */
const page = 5000;

/** The figures in the head of a run as they were after an event. `read` reads so many events of its log from one on. */
export async function computeFiguresAfter(
  read: (from: number, limit: number) => Promise<readonly RunEvent[]>,
  { artifact }: HeadRecord,
  lastSeq: number,
): Promise<Partial<HeadRecord>> {
  const first = { status: 'running', lastSeq: 0, totals: emptyRun.totals, iterations: 0, iterationMs: 0 } as const;
  let figures = advanceHead(
    artifact === undefined ? first : { ...first, artifact: { ...artifact, status: 'draft' } },
    [],
  );
  try {
    while (figures.lastSeq < lastSeq) {
      const events = await read(figures.lastSeq + 1, Math.min(page, lastSeq - figures.lastSeq));
      figures = { ...figures, ...advanceHead(figures, events) };
    }
    return figures;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'DAMAGED_RECORD') throw error;
    // Earlier events are damaged too: the figures in the head are the best available.
    return { status: 'running' };
  }
}
