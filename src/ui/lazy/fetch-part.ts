/**
 * The code or styles of a part of the page could not be fetched: the page is offline, or the server has another
 * version.
 */
export class PartNotFetched extends Error {}

/**
 * Fetches a part of the page, including its styles. Throws {@link PartNotFetched}; the same part can be fetched again.
 */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    const [part] = await Promise.all([load(), fetchFailedStyles()]);
    return part;
  } catch (error) {
    throw new PartNotFetched(String(error), { cause: error });
  }
}

/**
 * Fetches style sheets again whose first request failed. Vite requests each style sheet once and takes it for loaded
 * from then on, even if the request failed (its `__vitePreload`, vite/src/node/plugins/importAnalysisBuild.ts).
 */
function fetchFailedStyles(): Promise<unknown> {
  // Components are also rendered as text, where there is no document.
  if (typeof document === 'undefined') return Promise.resolve();
  const sheets = document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][data-failed]');
  return Promise.all([...sheets].map(fetchAgain));
}

function fetchAgain(failed: HTMLLinkElement): Promise<void> {
  const sheet = failed.cloneNode() as HTMLLinkElement;
  delete sheet.dataset['failed'];
  const fetched = new Promise<void>((resolve, reject) => {
    sheet.addEventListener('load', () => resolve());
    sheet.addEventListener('error', () => reject(new Error(`${sheet.href} could not be fetched.`)));
  });
  failed.replaceWith(sheet);
  return fetched;
}

/** Starts to mark style sheets that could not be fetched. */
export function markFailedStyles(): void {
  // Error events of elements do not bubble.
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.dataset['failed'] = '';
    },
    true,
  );
}
