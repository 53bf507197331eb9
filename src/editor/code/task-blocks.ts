import type { CodeState } from '@/state/code-store';

type Source = CodeState['source'];

const prefix = 'tasks.';

/** The task whose lines hold this offset, or undefined. */
export function taskAt(source: Source, offset: number): string | undefined {
  const block = source.blocks.find(({ key, from, to }) => key.startsWith(prefix) && from <= offset && offset < to);
  return block?.key.slice(prefix.length);
}

/** The lines of a task, or undefined if it is not there (or the index is being made). */
export function blockOfTask(source: Source, id: string): Source['blocks'][number] | undefined {
  return source.blocks.find(({ key }) => key === prefix + id);
}
