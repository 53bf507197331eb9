import type { YamlSource } from '@/formats/yaml/yaml-source';
import type { Stores } from '@/state/context';
import type { DocumentPath } from '@/workflow/diagnostic';

/**
 * The offset at which a path stands in the text, as near as the index of blocks and the first key below it tell; the start of
 * the text if it is not there. The path has the keys of a file.
 */
export function placeOf(source: YamlSource, path: DocumentPath): number {
  const [root, id, key] = path;
  const block = source.blocks.find((candidate) => candidate.key === (root === 'tasks' ? `tasks.${id}` : root));
  if (!block) return 0;
  const inner = root === 'tasks' ? key : id;
  if (typeof inner !== 'string') return block.from;
  const found = source.text
    .slice(block.from, block.to)
    .search(new RegExp(`^[ \\t]+["']?${inner.replace(/[.\\-]/g, '\\$&')}["']?[ \\t]*:`, 'm'));
  return found < 0 ? block.from : block.from + found;
}

/** Shows the code beside the canvas as YAML, with the cursor at a path, or at its offset where that is known. */
export function editInCode({ document, view }: Stores, path: DocumentPath, offset?: number): void {
  const { mode } = view.getState();
  view.setState({
    screen: 'editor',
    mode: mode === 'canvas' ? 'both' : mode,
    notation: 'yaml',
    revealText: { at: offset ?? placeOf(document.getState().source, path) },
  });
}
