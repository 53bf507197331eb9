import type { Payload } from '@/run/run-state';
import { useRun, useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';

/** The state of a payload that is being loaded. */
export type PayloadText =
  | { readonly status: 'ready'; readonly text: string }
  | { readonly status: 'loading'; readonly text: string }
  /** Too long to read at once: only the start. The whole can be opened page by page. */
  | { readonly status: 'long'; readonly text: string }
  | { readonly status: 'failed'; readonly text: string; readonly message: string };

/** The most characters read at once. */
const mostRead = 4_000_000;

/**
 * The whole text of a payload: at once if the log has all of it. Otherwise it is loaded from the blob store, and its
 * start is shown in the meantime.
 */
export function usePayload(payload: Payload | undefined): PayloadText {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId);
  const isLong = payload !== undefined && payload.length > mostRead;
  const ref = payload && !isLong && payload.length > payload.text.length ? payload.ref : undefined;
  const { value, failure, isOld } = useAsked(
    [services, executionId, ref],
    ref && executionId ? async () => (await services.runner.readBlob(executionId, ref)) ?? null : undefined,
  );

  const start = payload?.text ?? '';
  if (isLong) return { status: 'long', text: start };
  if (!ref) return { status: 'ready', text: start };
  if (isOld) return { status: 'loading', text: start };
  if (failure !== undefined) return { status: 'failed', text: start, message: failure.message };
  if (value === null) return { status: 'failed', text: start, message: 'The text is not stored any more.' };
  return { status: 'ready', text: value ?? start };
}
