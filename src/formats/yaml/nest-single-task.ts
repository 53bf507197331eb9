import { isMap } from 'yaml';
import { isSameJson } from '@/base/json';
import type { WorkflowDocument } from '@/workflow/document';
import { aroundSingle, findDocument, getSingleTaskId } from '../reading/find-document';
import { indexBlocks } from './block-index';
import { parseYaml } from './parse-yaml';
import { readYaml } from './read-yaml';
import { convertYamlToSyntax } from './to-syntax';
import type { YamlSource } from './yaml-source';

/**
 * The text of a single task as the workflow that it means: the same lines, comments included, indented below `tasks`.
 * Undefined if the text is no single task, or no longer says the same `document` when it is indented.
 */
export function nestSingleTask(text: string, document: WorkflowDocument): YamlSource | undefined {
  const { root, reading } = parseYaml(text);
  const syntax = convertYamlToSyntax(text, root);
  const single = syntax && findDocument(reading, syntax)?.single;
  if (!(single && isMap(root))) return undefined;
  const around: string[] = [];
  let inner = '';
  let last = 0;
  for (const { key, from, to } of indexBlocks(text, [root])) {
    const isAround = aroundSingle.includes(key);
    // Entries of the layout are within a block that was already moved.
    if (from < last || !(isAround || key === 'id')) continue;
    inner += text.slice(last, from);
    if (isAround) around.push(text.slice(from, to));
    last = to;
  }
  inner += text.slice(last);
  const lines = inner.split('\n').map((line) => (line.trim() === '' ? line : `    ${line}`));
  const nested = readYaml(`${around.join('')}tasks:\n  ${getSingleTaskId(single)}:\n${lines.join('\n')}`);
  return nested.document && isSameJson(nested.document, document) ? nested.source : undefined;
}
