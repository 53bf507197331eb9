/**
 * Whether an error means that a module could not be fetched. Chromium: “Failed to fetch dynamically imported module”;
 * Firefox: “error loading …”; Safari: “Importing a module script failed”.
 */
export function isNotFetched(error: unknown): boolean {
  return error instanceof TypeError && /import(ed|ing) /i.test(error.message);
}
