import { useEffect, useState } from 'react';
import { toFailure } from '@/base/errors';
import type { Payload } from '@/run/run-state';
import { useRun, useStores } from '@/state/context';

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
  const [loaded, setLoaded] = useState<{ readonly ref: string; readonly text?: string; readonly message?: string }>();
  const isLong = payload !== undefined && payload.length > mostRead;
  const ref = payload && !isLong && payload.length > payload.text.length ? payload.ref : undefined;

  useEffect(() => {
    if (!ref || !executionId) return;
    let wanted = true;
    services.runner.readBlob(executionId, ref).then(
      (text) => {
        if (wanted)
          setLoaded(text === undefined ? { ref, message: 'The text is not stored any more.' } : { ref, text });
      },
      (error: unknown) => {
        if (wanted) setLoaded({ ref, message: toFailure(error).message });
      },
    );
    return () => {
      wanted = false;
    };
  }, [services, executionId, ref]);

  const start = payload?.text ?? '';
  if (isLong) return { status: 'long', text: start };
  if (!ref) return { status: 'ready', text: start };
  if (loaded?.ref !== ref) return { status: 'loading', text: start };
  if (loaded.message !== undefined) return { status: 'failed', text: start, message: loaded.message };
  return { status: 'ready', text: loaded.text ?? start };
}
