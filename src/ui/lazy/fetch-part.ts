/**
 * That the code or the styles of a part of the page could not be fetched: offline, or another version is on the server.
 */
export class PartNotFetched extends Error {}

/**
 * Fetches a part of the page, its styles included. Errors: {@link PartNotFetched}; the same part may be fetched again.
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
 * Vite asks for each style sheet once, and takes it for fetched from then on, even if it was not
 * (its `__vitePreload`, vite/src/node/plugins/importAnalysisBuild.ts).
 */
function fetchFailedStyles(): Promise<unknown> {
  // Components are drawn as text, too, where there is no document.
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

/** Marks style sheets that could not be fetched, from now on. */
export function markFailedStyles(): void {
  // Errors of elements do not bubble.
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.dataset['failed'] = '';
    },
    true,
  );
}
