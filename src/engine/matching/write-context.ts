import { startOfBytes, utf8Length } from '@/base/bytes';
import type { Ranked } from '@/workflow/matching/rank-texts';
import { headed, type MatchInput, materialParts, passagesOf } from './match-input';

/** What is known of the files of an index. */
export interface KnownFiles {
  readonly index: Readonly<Record<string, string>>;
  /** By path, of those that could be read. */
  readonly contents: ReadonlyMap<string, string>;
}

/** A text is shortened to what is left only if that is more, in bytes (language page, section 6, Choice). */
const worthKeeping = 100;

/**
 * The context that a match gives, of at most `maxBytes` of texts (headings are not counted): what was matched of the material, in its
 * own order, and the files, best first, with what is said about them and what is in them. The best are put in first; the one
 * that does not fit is shortened, and those after it are left out.
 */
export function writeContext(
  input: MatchInput,
  files: KnownFiles,
  matches: readonly Ranked[],
  maxBytes: number,
): string {
  const material = new Map(
    materialParts.flatMap((part) => passagesOf(input, part).map(({ id, about }) => [id, about] as const)),
  );
  const kept = new Map<string, string>();
  let left = maxBytes;
  for (const { id } of matches) {
    const text = material.get(id) ?? fileText(id, files);
    const bytes = utf8Length(text);
    if (bytes > left && left <= worthKeeping) break;
    kept.set(id, startOfBytes(text, left));
    left -= bytes;
    if (left <= 0) break;
  }
  const parts = materialParts.map((part) => {
    const texts = passagesOf(input, part).flatMap(({ id }) => kept.get(id) ?? []);
    return headed(part, texts.join('\n\n'));
  });
  const matched = matches.flatMap(({ id }) => (material.has(id) ? [] : (kept.get(id) ?? [])));
  return [...parts, headed('files', matched.join('\n\n'))].filter((part) => part !== '').join('\n');
}

function fileText(path: string, { index, contents }: KnownFiles): string {
  return [`${path}: ${index[path] ?? ''}`, contents.get(path) ?? ''].filter((text) => text !== '').join('\n');
}
