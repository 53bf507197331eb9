/** The storage of the browser; undefined where a page may not use it. */
export function findLocalStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
