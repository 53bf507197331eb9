import { computeUtf8Length, startOfBytes } from '@/base/bytes';
import type { RankedText } from '@/workflow/matching/rank-texts';
import { type MatchInput, type MaterialPart, materialParts, splitPassages, wrapInHeading } from './match-input';

/** The descriptions and contents of the files of an index. */
export interface KnownFiles {
  readonly index: Readonly<Record<string, string>>;
  /** Contents by path, of the files that could be read. */
  readonly contents: ReadonlyMap<string, string>;
}

/** The parts of a context: the passages of the material that match, and the files. A part without matches is empty. */
export type ContextParts = Readonly<Record<MaterialPart | 'files', string>>;

/** A text is shortened only if more than this many bytes are left for it (language page, section 6, Choice). */
const worthKeeping = 100;

/**
 * Builds the context from a match, of at most `maxBytes` in all: the matching passages of the material in their own
 * order, and the files, best first, with their descriptions and contents. The best matches are added first. The first
 * one that does not fit is shortened, and the rest are left out.
 */
export function writeContext(
  input: MatchInput,
  files: KnownFiles,
  matches: readonly RankedText[],
  maxBytes: number,
): ContextParts {
  const passages = {
    previous_outputs: splitPassages(input, 'previous_outputs'),
    inherited_context: splitPassages(input, 'inherited_context'),
  };
  const material = new Map(
    Object.values(passages).flatMap((part) => part.map(({ id, about }) => [id, about] as const)),
  );
  const kept = new Map<string, string>();
  let left = maxBytes;
  for (const { id } of matches) {
    const text = material.get(id) ?? formatKnownFile(id, files);
    const bytes = computeUtf8Length(text);
    if (bytes > left && left <= worthKeeping) break;
    kept.set(id, startOfBytes(text, left));
    left -= bytes;
    if (left <= 0) break;
  }
  const joinTexts = (ids: readonly { readonly id: string }[]) =>
    ids.flatMap(({ id }) => kept.get(id) ?? []).join('\n\n');
  return {
    previous_outputs: joinTexts(passages.previous_outputs),
    inherited_context: joinTexts(passages.inherited_context),
    files: joinTexts(matches.filter(({ id }) => !material.has(id))),
  };
}

/** The parts as one text, each under its heading. */
export function formatContextParts(parts: ContextParts): string {
  const texts = [...materialParts, 'files' as const].map((part) => wrapInHeading(part, parts[part]));
  return texts.filter((text) => text !== '').join('\n');
}

function formatKnownFile(path: string, { index, contents }: KnownFiles): string {
  return [`${path}: ${index[path] ?? ''}`, contents.get(path) ?? ''].filter((text) => text !== '').join('\n');
}
