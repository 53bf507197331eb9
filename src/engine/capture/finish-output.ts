import type { TruncationStrategy } from '@/plan/plan';
import type { Capture } from '@/run/event-data';
import type { EventDraft } from '@/run/events';
import { at, type JournalPath } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import { tell } from '../log/tell';
import { failedOutcome } from '../outcome';
import type { CaptureLimits } from './capture-limits';
import type { CapturedStream } from './captured-stream';
import { summaryView } from './output-view';
import { storedName } from './stored-name';
import { summarizeOutput } from './summarize-output';

/** An output as it is handed on. */
export interface CapturedOutput {
  /** What templates and context see: the whole, or a view with its banners. */
  readonly text: string;
  /** How much of the output is in it. Bytes. */
  readonly shown: number;
  readonly isText: boolean;
  /** Set where the text is not the whole, or the whole is kept apart. */
  readonly capture?: Capture;
}

interface Finish {
  readonly stream: 'stdout' | 'stderr' | 'content';
  /** What it is where no summary stands for it. */
  readonly type: Exclude<Capture['type'], 'summary'>;
  /** Most bytes of the view. */
  readonly limit: number;
  /** Bytes that a sandbox could not keep. */
  readonly dropped?: number | undefined;
  readonly limits: CaptureLimits;
  /** Holds a slot, for the model that writes a summary. */
  readonly attempt: Attempt;
  /** Where the output came about: journal path. */
  readonly path: JournalPath;
}

/**
 * Ends the capture of an output: the view is made, by a model if it is to be a summary, the whole stored if it is
 * longer, and both told. A summary that cannot be written is a `tail`, with a warning. With `summary` the whole is a
 * file of its own, however short, as its banner names it (decided).
 */
export async function finishOutput(captured: CapturedStream, finish: Finish): Promise<CapturedOutput> {
  const { stream, type, limit, dropped, limits, attempt, path } = finish;
  const wanted = limits.truncationStrategy;
  const end = await captured.end(limit, limits.externalStorageThreshold, dropped);
  const { bytes, truncated, isText, stored } = end;
  if (stored === undefined) return { text: end.text, shown: end.shown, isText };

  const isFile = bytes > limits.externalStorageThreshold || (truncated && wanted === 'summary');
  const file = isFile ? fileOf(path, stream, limits) : undefined;
  const summary =
    truncated && wanted === 'summary' ? await summaryOf(end, limit, attempt, at(path, 'summary', stream)) : undefined;
  const isSummary = summary !== undefined && 'text' in summary;
  const text = isSummary ? summaryView(summary.text, bytes, file ?? '') : end.text;
  const shown = isSummary ? 0 : end.shown;
  const strategy: TruncationStrategy = wanted === 'summary' && !isSummary ? 'tail' : wanted;

  const say = (draft: Pick<Extract<EventDraft, { kind: `output.${string}` }>, 'kind' | 'data'>) =>
    tell(attempt.run, { ...draft, path } as EventDraft);
  if (truncated) {
    const other = summary !== undefined && 'why' in summary ? ({ wanted, why: summary.why } as const) : {};
    if ('why' in other) attempt.warn(`The end of the output is shown, as no summary could be written: ${other.why}`);
    say({ kind: 'output.truncated', data: { stream, bytes, shown, strategy, ...other } });
  }
  if (file !== undefined) {
    const data = { stream, bytes, storedBytes: stored.bytes, file, compressed: limits.compressExternal };
    tell(attempt.run, { kind: 'output.stored', path, ref: stored.ref, data });
  }
  const capture: Capture = {
    type: isSummary ? 'summary' : type,
    bytes,
    truncated,
    ...(truncated ? { shown, strategy } : {}),
    binary: !isText,
    stored: { ...stored, ...(file === undefined ? {} : { path: file }) },
  };
  return { text, shown, isText, capture };
}

async function summaryOf(
  end: Parameters<typeof summarizeOutput>[0],
  limit: number,
  attempt: Attempt,
  key: JournalPath,
): Promise<{ readonly text: string } | { readonly why: string }> {
  try {
    return { text: await summarizeOutput(end, limit, attempt, key) };
  } catch (error) {
    return { why: failedOutcome(error, attempt.signal).failure.message };
  }
}

/** The seed's name of a stored output. */
function fileOf(path: JournalPath, stream: Finish['stream'], limits: CaptureLimits): string {
  const folder = limits.externalStorageDir.replace(/\/+$/, '');
  const name = `${storedName(path)}${stream === 'stderr' ? '.stderr' : ''}.log${limits.compressExternal ? '.gz' : ''}`;
  return folder === '' ? name : `${folder}/${name}`;
}
