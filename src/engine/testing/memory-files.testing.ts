import type { Files } from '../ports/files';

/** Files in memory, as texts by absolute path. */
export function createMemoryFiles(texts: Readonly<Record<string, string>> = {}): Files & {
  /** The files at present. */
  texts(): Readonly<Record<string, string>>;
} {
  const files = new Map<string, Uint8Array>(
    Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]),
  );
  return {
    texts: () => Object.fromEntries([...files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)])),
    list: async () =>
      [...files]
        .map(([path, content]) => ({ path, bytes: content.length }))
        .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)),
    read: async (path) => files.get(path),
    async write(path, content) {
      files.set(path, content);
    },
    async remove(path) {
      files.delete(path);
    },
  };
}
