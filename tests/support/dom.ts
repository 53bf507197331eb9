export { configure, fireEvent, waitFor, within } from '@testing-library/dom';

/** Does something that is no event of a person, and lets the page take it in. */
export async function act<T>(work: () => T | Promise<T>): Promise<T> {
  const result = await work();
  await letPageSettle();
  return result;
}

/** What React does at once is done, with what follows from it at once. */
export function letPageSettle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
