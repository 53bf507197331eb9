import type { Files } from '../ports/files';

/**
 * Most bytes that are read for one match: of one file, and of all. Larger files are matched by their description only.
 */
const limits = { file: 2 ** 20, all: 16 * 2 ** 20 } as const;

/** The texts of those files that exist, are text, and fit within the limits, by path. */
export async function readContents(files: Files, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  if (paths.length === 0) return texts;
  const sizes = new Map((await files.list()).map(({ path, bytes }) => [path, bytes]));
  let left: number = limits.all;
  for (const path of paths) {
    const bytes = sizes.get(path);
    if (bytes === undefined || bytes > Math.min(limits.file, left)) continue;
    const text = decodeFileText(await files.read(path));
    if (text === undefined) continue;
    left -= bytes;
    texts.set(path, text);
  }
  return texts;
}

/** The text of a UTF-8 file; undefined if it is something else. */
function decodeFileText(content: Uint8Array | undefined): string | undefined {
  if (content === undefined || content.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}
