import { defined } from '@/base/defined';
import type { TruncationStrategy } from '@/plan/plan';
import type { Capture } from '@/run/event-data';
import type { EventDraft } from '@/run/events';
import { appendStep, type JournalPath } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import { tellFollowers } from '../log/tell';
import { buildFailedOutcome } from '../outcome';
import type { CaptureLimits } from './capture-limits';
import type { CapturedStream } from './captured-stream';
import { buildSummaryView } from './output-view';
import { buildStoredName } from './stored-name';
import { summarizeOutput } from './summarize-output';

/** An output after capture. */
export interface CapturedOutput {
  /** The text for templates and contexts: the whole, or a view with its banners. */
  readonly text: string;
  /** How many bytes of the output the text shows. */
  readonly shown: number;
  readonly isText: boolean;
  /** Set if the text is not the whole, or the whole is stored as a file. */
  readonly capture?: Capture;
}

interface Finish {
  readonly stream: 'stdout' | 'stderr' | 'content';
  /** The type of the output if no summary replaces it. */
  readonly type: Exclude<Capture['type'], 'summary'>;
  /** Most bytes of the view. */
  readonly limit: number;
  /** Bytes that a sandbox could not keep. */
  readonly dropped?: number | undefined;
  readonly limits: CaptureLimits;
  /** Holds a slot for the model that writes a summary. */
  readonly attempt: Attempt;
  /** Journal path of the effect that produced the output. */
  readonly path: JournalPath;
}

/**
 * Ends the capture of an output. It makes the view, with a model if it is a summary; stores the whole if that is
 * longer; and emits events for both. If the summary cannot be written, the view is a `tail`, with a warning. With
 * `summary` the whole always becomes a file, however short, because its banner names the file (a decision).
 */
export async function finishOutput(captured: CapturedStream, finish: Finish): Promise<CapturedOutput> {
  const { stream, type, limit, dropped, limits, attempt, path } = finish;
  const wanted = limits.truncationStrategy;
  const end = await captured.end(limit, limits.externalStorageThreshold, dropped);
  const { bytes, truncated, isText, stored } = end;
  if (stored === undefined) return { text: end.text, shown: end.shown, isText };

  const isFile = bytes > limits.externalStorageThreshold || (truncated && wanted === 'summary');
  const file = isFile ? buildOutputFileName(path, stream, limits) : undefined;
  const summary =
    truncated && wanted === 'summary'
      ? await summarizeOrExplain(end, limit, attempt, appendStep(path, 'summary', stream))
      : undefined;
  const isSummary = summary !== undefined && 'text' in summary;
  const text = isSummary ? buildSummaryView(summary.text, bytes, file ?? '') : end.text;
  const shown = isSummary ? 0 : end.shown;
  const strategy: TruncationStrategy = wanted === 'summary' && !isSummary ? 'tail' : wanted;

  const tellOutput = (draft: Pick<Extract<EventDraft, { kind: `output.${string}` }>, 'kind' | 'data'>) =>
    tellFollowers(attempt.run, { ...draft, path } as EventDraft);
  if (truncated) {
    const other = summary !== undefined && 'why' in summary ? ({ wanted, why: summary.why } as const) : {};
    if ('why' in other) attempt.warn(`The end of the output is shown, as no summary could be written: ${other.why}`);
    tellOutput({ kind: 'output.truncated', data: { stream, bytes, shown, strategy, ...other } });
  }
  if (file !== undefined) {
    const data = { stream, bytes, storedBytes: stored.bytes, file, compressed: limits.compressExternal };
    tellFollowers(attempt.run, { kind: 'output.stored', path, ref: stored.ref, data });
  }
  const capture: Capture = {
    type: isSummary ? 'summary' : type,
    bytes,
    truncated,
    ...(truncated ? { shown, strategy } : {}),
    binary: !isText,
    stored: { ...stored, ...defined({ path: file }) },
  };
  return { text, shown, isText, capture };
}

async function summarizeOrExplain(
  end: Parameters<typeof summarizeOutput>[0],
  limit: number,
  attempt: Attempt,
  key: JournalPath,
): Promise<{ readonly text: string } | { readonly why: string }> {
  try {
    return { text: await summarizeOutput(end, limit, attempt, key) };
  } catch (error) {
    return { why: buildFailedOutcome(error, attempt.signal).failure.message };
  }
}

/** The file name of a stored output, as the seed defines it. */
function buildOutputFileName(path: JournalPath, stream: Finish['stream'], limits: CaptureLimits): string {
  const folder = limits.externalStorageDir.replace(/\/+$/, '');
  const name = `${buildStoredName(path)}${stream === 'stderr' ? '.stderr' : ''}.log${limits.compressExternal ? '.gz' : ''}`;
  return folder === '' ? name : `${folder}/${name}`;
}
