import type { YamlBlock, YamlSource } from '@/formats/yaml/yaml-source';

const prefix = 'tasks.';

/** The task whose lines hold this offset, or undefined. */
export function taskAt(source: YamlSource, offset: number): string | undefined {
  const block = source.blocks.find(({ key, from, to }) => key.startsWith(prefix) && from <= offset && offset < to);
  return block?.key.slice(prefix.length);
}

/** The lines of a task, or undefined if it is not there (or the index is being made). */
export function blockOfTask(source: YamlSource, id: string): YamlBlock | undefined {
  return source.blocks.find(({ key }) => key === prefix + id);
}
