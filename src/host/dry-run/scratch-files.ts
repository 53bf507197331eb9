import type { Files } from '@/engine/ports/files';

/** Files over others: what is written or removed stays in memory, so that a run without effects reads what it wrote. */
export function createScratchFiles({ list, read }: Pick<Files, 'list' | 'read'>): Files {
  /** By path; undefined: removed. */
  const changed = new Map<string, Uint8Array | undefined>();
  return {
    async list() {
      const untouched = (await list()).filter(({ path }) => !changed.has(path));
      const written = [...changed].flatMap(([path, content]) => (content ? [{ path, bytes: content.length }] : []));
      return [...untouched, ...written].sort((one, other) => (one.path < other.path ? -1 : 1));
    },
    read: async (path) => (changed.has(path) ? changed.get(path) : read(path)),
    write: async (path, content) => void changed.set(path, content),
    remove: async (path) => void changed.set(path, undefined),
  };
}
