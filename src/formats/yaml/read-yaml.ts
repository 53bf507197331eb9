import { defined } from '@/base/defined';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { type ReadDocument, readDocument, readTree } from '../reading/read-document';
import { hasErrors, type Reading, replaceText, startReading } from '../reading/reading';
import { indexBlocks, mapAt } from './block-index';
import { type MendedYaml, mendYaml } from './mend-yaml';
import { type ParsedYaml, parseYaml } from './parse-yaml';
import { convertYamlToSyntax } from './to-syntax';
import type { YamlBlock, YamlSource } from './yaml-source';

/** The result of reading a YAML text. */
export interface ReadYaml extends Omit<ReadDocument, 'tree'> {
  readonly source: YamlSource;
  /** Set if the text is no workflow as it stands, but most likely meant one: that text, and what was mended in it. */
  readonly mended?: { readonly text: string; readonly document?: WorkflowDocument; readonly remark: Diagnostic };
}

/** Reads a workflow from YAML. Never throws: problems are in the diagnostics. An empty text is an empty workflow. */
export function readYaml(text: string): ReadYaml {
  return readMended(text, readParsed(text, parseYaml(text)));
}

/** Problems that no change of the text would mend. */
const beyondMending: ReadonlySet<string> = new Set(['HED105', 'HED112', 'HED205']);

/**
 * What was read of a text or, where it is no workflow as it stands, what it most likely meant: the problems are then
 * one for all that was mended, with the fix, and those that the mended text has.
 */
export function readMended(text: string, read: ReadYaml): ReadYaml {
  if (read.document || read.diagnostics.some(({ code }) => beyondMending.has(code))) return read;
  const mended = mendYaml(text);
  if (mended === undefined) return read;
  const found = readParsed(mended.text, parseYaml(mended.text));
  const fewer = countErrors(found) < countErrors(read);
  if (!found.document && !mended.isCutOut && !fewer) return read;
  const reading = startReading(text);
  const { title, range, remark } = createMendRemark(reading, mended);
  const message = `YAML does not take ${joinWithAnd(mended.taken)}. Write the workflow without: “${title}” does.`;
  const fix = replaceText(reading, title, mended.span, mended.changed);
  const problem: Diagnostic = { code: 'HED101', severity: 'error', message, path: [], range, fix };
  const saved = found.document ?? found.saved;
  return {
    ...read,
    diagnostics: [problem, ...found.diagnostics.map((one) => placeInWritten(one, reading, mended))],
    ...defined({ saved }),
    mended: { text: mended.text, ...defined({ document: found.document }), remark },
  };
}

const countErrors = ({ diagnostics }: ReadYaml): number =>
  diagnostics.filter(({ severity }) => severity === 'error').length;

function createMendRemark(reading: Reading, { taken, span: [from] }: MendedYaml) {
  const range = reading.rangeOf(from, from + 1);
  const message = `Read without ${joinWithAnd(taken)}.`;
  const remark: Diagnostic = { code: 'HED505', severity: 'warning', message, path: [], range };
  return { title: 'Repair the text', range, remark };
}

/** A problem of the mended text, where it is in the written one. Its fix would be for the other. */
function placeInWritten(
  { fix: _fix, range, ...problem }: Diagnostic,
  reading: Reading,
  { placeOf }: MendedYaml,
): Diagnostic {
  return range ? { ...problem, range: reading.rangeOf(placeOf(range.from), placeOf(range.to)) } : problem;
}

function joinWithAnd(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** Reads a workflow from a parsed text. */
export function readParsed(text: string, { root, reading }: ParsedYaml): ReadYaml {
  const { tree, ...read } = readDocument(reading, convertYamlToSyntax(text, root));
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
  const map = convertYamlToSyntax(text, root);
  if (map?.kind !== 'map') return undefined;
  const document = readTree(reading, { maps: [map] });
  return hasErrors(reading) ? undefined : document;
}
