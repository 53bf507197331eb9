import { parseRunMessage, readyMessage } from '@/share/hand-over-messages';
import { linkPrefix } from '@/share/workflow-link';
import type { AppStores } from '@/state/context';
import { openDialog } from '@/state/view/screens';

/** The most bytes of a run that is taken from another page. */
const mostBytes = 512 * 2 ** 20;

/** Takes what the address says that this page is given: a workflow that is in it, or a run. */
export function receiveShared({ view }: Pick<AppStores, 'view'>, hash: string): void {
  if (hash.startsWith(linkPrefix)) openDialog(view, { name: 'workflow-link', hash });
  else receiveRun({ view });
}

/**
 * Asks the page that opened this one for the run that it shows, and the person whether to open it. Nothing is read or
 * stored before they agree. What is not a run is not heard.
 */
export function receiveRun({ view }: Pick<AppStores, 'view'>, page: Window = window): void {
  const opener: unknown = page.opener;
  if (!isWindow(opener)) return;
  const stop = new AbortController();
  page.addEventListener(
    'message',
    ({ source, data }) => {
      const run = source === opener ? parseRunMessage(data) : undefined;
      if (run === undefined || run.file.size > mostBytes) return;
      stop.abort();
      openDialog(view, { name: 'receive-run', title: run.title, file: new File([run.file], 'shared-run.jsonl') });
    },
    { signal: stop.signal },
  );
  // A page on a disk has no origin that could be named; the word says nothing.
  opener.postMessage(readyMessage, '*');
}

function isWindow(opener: unknown): opener is Pick<Window, 'postMessage'> {
  return typeof (opener as { readonly postMessage?: unknown } | null)?.postMessage === 'function';
}
