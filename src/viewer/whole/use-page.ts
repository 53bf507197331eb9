import { useRun, useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';
import { computeReading, decodePage } from './page-bounds';

/** The state of a page of a stored text that is being loaded. */
export type Page =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly text: string }
  | { readonly status: 'failed'; readonly message: string };

/** The pages read so far, by number; the oldest are dropped. */
export type PageCache = Map<number, string>;
const mostPages = 64;

/** Reads one page of a stored payload, and only its bytes. */
export function usePage(ref: string, page: number, cache: PageCache): Page {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId);
  const kept = cache.get(page);
  const { value, failure, isOld } = useAsked(
    [services, executionId, ref, page, cache],
    executionId === undefined || kept !== undefined
      ? undefined
      : async () => {
          const { from, bytes } = computeReading(page);
          const part = await services.runner.readBlobPart(executionId, ref, from, bytes);
          if (part === undefined) return null;
          const text = decodePage(page, part.bytes);
          cache.set(page, text);
          const [oldest] = cache.keys();
          if (cache.size > mostPages && oldest !== undefined) cache.delete(oldest);
          return text;
        },
  );
  const text = kept ?? (isOld ? undefined : value);
  if (text === null) return { status: 'failed', message: 'The text is not stored any more.' };
  if (text !== undefined) return { status: 'ready', text };
  return failure === undefined || isOld ? { status: 'loading' } : { status: 'failed', message: failure.message };
}
