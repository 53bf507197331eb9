import { startOfBytes, utf8Length } from '@/base/bytes';
import type { RankedText } from '@/workflow/matching/rank-texts';
import { headed, type MatchInput, type MaterialPart, materialParts, passagesOf } from './match-input';

/** What is known of the files of an index. */
export interface KnownFiles {
  readonly index: Readonly<Record<string, string>>;
  /** By path, of those that could be read. */
  readonly contents: ReadonlyMap<string, string>;
}

/**
 * The parts of a context: what was kept of the material, and the files. A part of which nothing was matched is empty.
 */
export type ContextParts = Readonly<Record<MaterialPart | 'files', string>>;

/** A text is shortened to what is left only if that is more, in bytes (language page, section 6, Choice). */
const worthKeeping = 100;

/**
 * The context that a match gives, of at most `maxBytes` in all: what was matched of the material, in its own order, and
 * the files, best first, with what is said about them and what is in them. The best are put in first; the one that does
 * not fit is shortened, and those after it are left out.
 */
export function writeContext(
  input: MatchInput,
  files: KnownFiles,
  matches: readonly RankedText[],
  maxBytes: number,
): ContextParts {
  const passages = {
    previous_outputs: passagesOf(input, 'previous_outputs'),
    inherited_context: passagesOf(input, 'inherited_context'),
  };
  const material = new Map(
    Object.values(passages).flatMap((part) => part.map(({ id, about }) => [id, about] as const)),
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
  const textOf = (ids: readonly { readonly id: string }[]) => ids.flatMap(({ id }) => kept.get(id) ?? []).join('\n\n');
  return {
    previous_outputs: textOf(passages.previous_outputs),
    inherited_context: textOf(passages.inherited_context),
    files: textOf(matches.filter(({ id }) => !material.has(id))),
  };
}

/** The parts as one text, each under its heading. */
export function contextText(parts: ContextParts): string {
  const texts = [...materialParts, 'files' as const].map((part) => headed(part, parts[part]));
  return texts.filter((text) => text !== '').join('\n');
}

function fileText(path: string, { index, contents }: KnownFiles): string {
  return [`${path}: ${index[path] ?? ''}`, contents.get(path) ?? ''].filter((text) => text !== '').join('\n');
}
