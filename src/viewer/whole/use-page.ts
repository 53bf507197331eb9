import { useEffect, useState } from 'react';
import { toFailure } from '@/base/errors';
import { useRun, useStores } from '@/state/context';
import { readingOf, textOfPage } from './page-bounds';

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
  const [state, setState] = useState<Page>(() => {
    const text = cache.get(page);
    return text === undefined ? { status: 'loading' } : { status: 'ready', text };
  });
  useEffect(() => {
    if (executionId === undefined || cache.has(page)) return;
    let wanted = true;
    const take = (next: Page) => wanted && setState(next);
    const { from, bytes } = readingOf(page);
    services.runner.readBlobPart(executionId, ref, from, bytes).then(
      (part) => {
        if (part === undefined) return take({ status: 'failed', message: 'The text is not stored any more.' });
        const text = textOfPage(page, part.bytes);
        cache.set(page, text);
        const [oldest] = cache.keys();
        if (cache.size > mostPages && oldest !== undefined) cache.delete(oldest);
        return take({ status: 'ready', text });
      },
      (error: unknown) => take({ status: 'failed', message: toFailure(error).message }),
    );
    return () => {
      wanted = false;
    };
  }, [services, executionId, ref, page, cache]);
  return state;
}
