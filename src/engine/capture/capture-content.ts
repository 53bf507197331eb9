import { computeUtf8Length } from '@/base/bytes';
import { defined } from '@/base/defined';
import type { PlannedTask } from '@/plan/plan';
import type { Attempt } from '../attempt';
import type { Outcome } from '../outcome';
import { openWhole } from './capture-limits';
import { CapturedStream } from './captured-stream';
import { finishOutput } from './finish-output';

/** Characters of a text that are encoded at once. */
const pageLength = 65_536;

/**
 * Captures the output of a model, or of a container, under the same limits as the output of a script. The outcome of a
 * script is captured already, and stays unchanged.
 */
export async function captureContent(task: PlannedTask, outcome: Outcome, attempt: Attempt): Promise<Outcome> {
  const { content, capture } = outcome;
  const { limits } = task;
  const limit = Math.min(limits.maxStdoutBytes, limits.maxCombinedBytes);
  const least = Math.min(limit, limits.externalStorageThreshold);
  // One UTF-16 code unit has at most three bytes in UTF-8.
  if (capture !== undefined || content.length * 3 <= least || computeUtf8Length(content) <= least) return outcome;
  const { run } = attempt;
  const captureWithin = async (inner: Attempt) =>
    run.journal.outlast(async () => {
      const stream = new CapturedStream({
        limit,
        strategy: limits.truncationStrategy,
        open: () => openWhole(run, limits),
      });
      try {
        for (const page of encodePages(content)) await stream.write(page);
        const type = task.output === undefined ? 'combined' : 'file';
        return await finishOutput(stream, {
          stream: 'content',
          type,
          limit,
          limits,
          attempt: inner,
          path: attempt.path,
        });
      } catch (error) {
        await stream.abort();
        throw error;
      }
    });
  // A summary is a model call and needs a slot. The slot of the attempt, if it has one, is released meanwhile.
  const needsModel = limits.truncationStrategy === 'summary';
  const output = needsModel
    ? await attempt.aside(() =>
        attempt.within('summary', 'content', async (inner) => {
          await inner.begin();
          return captureWithin(inner);
        }),
      )
    : await captureWithin(attempt);
  return { ...outcome, content: output.text, ...defined({ capture: output.capture }) };
}

function* encodePages(text: string): Iterable<Uint8Array> {
  const encoder = new TextEncoder();
  for (let from = 0; from < text.length; ) {
    const last = text.charCodeAt(from + pageLength - 1);
    const to = from + (last >= 0xd800 && last <= 0xdbff ? pageLength - 1 : pageLength);
    yield encoder.encode(text.slice(from, to));
    from = to;
  }
}
