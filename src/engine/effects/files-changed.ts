/** Most files that are listed for one effect. More would make its event as long as an output. */
export const maxFilesListed = 1000;

/** The files that an effect changed, as a field of its event. Null: not known, or too many to list. */
export function buildFilesChanged({ filesChanged }: { readonly filesChanged?: readonly string[] | null }): {
  filesChanged?: string[] | null;
} {
  if (filesChanged === undefined) return {};
  const isListed = filesChanged !== null && filesChanged.length <= maxFilesListed;
  return { filesChanged: isListed ? [...filesChanged] : null };
}
