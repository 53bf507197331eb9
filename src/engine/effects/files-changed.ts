/** Most files that are told of one effect: more would make its event as long as an output. */
export const maxFilesListed = 1000;

/** The files that an effect changed, as a field of its event; null: it is not known, or there are too many to tell. */
export function filesChangedOf({ filesChanged }: { readonly filesChanged?: readonly string[] | null }): {
  filesChanged?: string[] | null;
} {
  if (filesChanged === undefined) return {};
  const told = filesChanged !== null && filesChanged.length <= maxFilesListed;
  return { filesChanged: told ? [...filesChanged] : null };
}
