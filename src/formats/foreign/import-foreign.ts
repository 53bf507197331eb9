import { formatCount } from '@/base/figures';
import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { err, ok, type Result } from '@/base/result';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { validateDocument } from '@/workflow/validate/validate';
import { readYaml } from '../yaml/read-yaml';
import { writeForm } from '../yaml/write-yaml';
import { mapDify } from './dify/map-dify';
import { difyReader, isDifyFile, readDify } from './dify/read-dify';
import type { MappedGraph } from './draft';
import { mapFlowise } from './flowise/map-flowise';
import { flowiseReader, isFlowiseFile, readFlowise } from './flowise/read-flowise';
import { drawForeign, type ForeignDrawing } from './foreign-drawing';
import type { ForeignGraph } from './foreign-graph';
import { countNodes, type ImportReport, type ReportLine, sortLines } from './import-report';
import { locateLines } from './locate-lines';
import { readPlain } from './read-plain';

/** A format of another program that is read: one row, and everything else is shared. */
interface ForeignReader {
  /** Changes when a file is read in another way. */
  readonly version: string;
  isFile(file: Json): boolean;
  read(file: Json): Result<ForeignGraph, string>;
  /** `replaced`: nodes that become stand-ins, and why. */
  map(graph: ForeignGraph, replaced: ReadonlyMap<string, string>): MappedGraph;
}

const readers: readonly ForeignReader[] = [
  { version: difyReader, isFile: isDifyFile, read: readDify, map: mapDify },
  { version: flowiseReader, isFile: isFlowiseFile, read: readFlowise, map: mapFlowise },
];

/** A file of another program as a workflow. */
export interface ForeignImport {
  /** As YAML. */
  readonly text: string;
  readonly document: WorkflowDocument;
  readonly report: ImportReport;
  /** As the other program had it. */
  readonly drawing: ForeignDrawing;
  /** The file as it was read, as JSON, without its keys. */
  readonly original: string;
  /** What is odd, but no error. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a file of another program: undefined if there is no reader for it, else a workflow with a line for each thing
 * in the file, or why it cannot be read. Runs nothing of the file.
 */
export function importForeign(text: string): Result<ForeignImport, string> | undefined {
  const plain = readPlain(text);
  if (!plain.ok) return undefined;
  const reader = readers.find((one) => one.isFile(plain.value));
  if (reader === undefined) return undefined;
  const graph = reader.read(plain.value);
  return graph.ok ? buildImport(reader, graph.value) : graph;
}

/** How often nodes that come out wrong are replaced: each time it is others. */
const mostRounds = 12;

/**
 * Maps a graph. What comes of it is read as any file is, and checked: a node whose task is refused becomes a stand-in,
 * so that one odd node does not cost the rest.
 */
function buildImport(reader: ForeignReader, graph: ForeignGraph): Result<ForeignImport, string> {
  const replaced = new Map<string, string>();
  for (let round = 0; ; round += 1) {
    const mapped = reader.map(graph, replaced);
    const text = writeForm(mapped.form);
    const read = readYaml(text);
    const found = [...read.diagnostics, ...(read.document ? validateDocument(read.document, []) : [])];
    const errors = found.filter(({ severity }) => severity === 'error');
    if (read.document !== undefined && errors.length === 0) {
      const report = buildReport(reader, graph, locateLines(mapped.lines, read.document));
      const [drawing, original] = [drawForeign(graph), encodeJson(graph.file)];
      return ok({ text, document: read.document, report, drawing, original, diagnostics: found });
    }
    const before = replaced.size;
    for (const error of errors) {
      const node = findNode(error, mapped);
      if (node !== undefined && !replaced.has(node)) replaced.set(node, `It came out wrong here: ${error.message}`);
    }
    if (replaced.size === before || round === mostRounds)
      return err(`It cannot be drawn here: ${errors[0]?.message ?? 'there is no reason.'}`);
  }
}

/** The node whose task has an error: the innermost on its path. */
function findNode({ path }: Diagnostic, { places }: MappedGraph): string | undefined {
  for (const name of path.toReversed()) {
    const node = typeof name === 'string' ? places.get(name) : undefined;
    if (node !== undefined) return node;
  }
  return undefined;
}

function buildReport(reader: ForeignReader, graph: ForeignGraph, lines: readonly ReportLine[]): ImportReport {
  return {
    format: graph.format,
    version: graph.version,
    reader: reader.version,
    what: `This is a ${graph.kind}, ${graph.versionName}, ${formatCount(graph.nodes.length, 'node')}, ${formatCount(graph.edges.length, 'wire')}.`,
    counts: countNodes(lines),
    lines: sortLines(lines),
    secrets: graph.secrets.map(({ name, where }) => ({ name, where })),
    warnings: graph.warnings,
  };
}
