import type { WorkflowDocument } from '@/workflow/document';
import { type ReadDocument, readDocument, readTree } from '../reading/read-document';
import { hasErrors } from '../reading/reading';
import { indexBlocks, mapAt } from './block-index';
import { type ParsedYaml, parseYaml } from './parse-yaml';
import { yamlToSyntax } from './to-syntax';
import type { YamlBlock, YamlSource } from './yaml-source';

/** The result of reading a YAML text. */
export interface ReadYaml extends Omit<ReadDocument, 'tree'> {
  readonly source: YamlSource;
}

/** Reads a workflow from YAML. Never throws: problems are in the diagnostics. An empty text is an empty workflow. */
export function readYaml(text: string): ReadYaml {
  return readParsed(text, parseYaml(text));
}

/** Reads a workflow from a parsed text. */
export function readParsed(text: string, { root, reading }: ParsedYaml): ReadYaml {
  const { tree, ...read } = readDocument(reading, yamlToSyntax(text, root));
  const maps = tree === undefined || tree.single ? [] : tree.maps.map(({ span }) => mapAt(root, span[0]));
  const blocks = indexBlocks(text, maps);
  return { ...read, source: { text, blocks: read.document && !isIndexOf(blocks, read.document) ? [] : blocks } };
}

/** Whether the blocks of tasks, if any, are the tasks of the document. Merge keys and older spellings give others. */
function isIndexOf(blocks: readonly YamlBlock[], { tasks }: WorkflowDocument): boolean {
  const ids = blocks.flatMap(({ key }) => (key.startsWith('tasks.') ? [key.slice('tasks.'.length)] : []));
  return ids.length === 0 || (ids.length === Object.keys(tasks).length && ids.every((id) => Object.hasOwn(tasks, id)));
}

/** Reads a part of a document (some of its entries) as a document of its own. Undefined if it has an error. */
export function readEntries(text: string): WorkflowDocument | undefined {
  const { root, reading } = parseYaml(text);
  const map = yamlToSyntax(text, root);
  if (map?.kind !== 'map') return undefined;
  const document = readTree(reading, { maps: [map] });
  return hasErrors(reading) ? undefined : document;
}
