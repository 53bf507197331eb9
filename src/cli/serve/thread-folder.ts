import { existsSync } from 'node:fs';

/** Where the code of the threads is: beside this code when built, or one folder further out. */
export function findThreadFolder(): URL {
  const places = [new URL('./', import.meta.url), new URL('../', import.meta.url)];
  return places.find((place) => existsSync(new URL('bash-thread.js', place))) ?? new URL('./', import.meta.url);
}
