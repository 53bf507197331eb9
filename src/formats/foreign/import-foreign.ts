import { formatCount } from '@/base/figures';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { err, ok, type Result } from '@/base/result';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { validateDocument } from '@/workflow/validate/validate';
import { readYaml } from '../yaml/read-yaml';
import { writeForm } from '../yaml/write-yaml';
import { buildFunction, type FindFlow } from './called-flows';
import { mapDify } from './dify/map-dify';
import { difyReader, isDifyFile, readDify } from './dify/read-dify';
import type { MappedGraph } from './draft';
import { mapFlowise } from './flowise/map-flowise';
import { flowiseReader, isFlowiseFile, readFlowise } from './flowise/read-flowise';
import { drawForeign, type ForeignDrawing } from './foreign-drawing';
import type { ForeignGraph } from './foreign-graph';
import { countNodes, type ImportReport, type ReportLine, sortLines } from './import-report';
import { type LineFields, writeLineFields } from './line-fields';
import { locateLines } from './locate-lines';
import { foreignLimits, readPlain } from './read-plain';
import { TaskNames } from './task-names';

/** A format of another program that is read: one row, and everything else is shared. */
interface ForeignReader {
  /** Changes when a file is read in another way. */
  readonly version: string;
  isFile(file: Json): boolean;
  /** The drawings of a file: most have one. Else why it cannot be read, for a person. */
  read(file: Json): readonly Result<ForeignGraph, string>[];
  /** `replaced`: nodes that become stand-ins, and why. `findFlow`: what was imported at the same time. */
  map(graph: ForeignGraph, replaced: ReadonlyMap<string, string>, findFlow: FindFlow): MappedGraph;
}

const readers: readonly ForeignReader[] = [
  { version: difyReader, isFile: isDifyFile, read: (file) => [readDify(file)], map: mapDify },
  { version: flowiseReader, isFile: isFlowiseFile, read: readFlowise, map: mapFlowise },
];

/** A file that a workflow is given. */
export interface ImportedFile {
  /** Absolute, as under Files. */
  readonly path: string;
  readonly content: Uint8Array;
}

/** A file of another program as a workflow. */
export interface ForeignImport {
  /** As YAML. */
  readonly text: string;
  readonly document: WorkflowDocument;
  readonly report: ImportReport;
  /** As the other program had it. */
  readonly drawing: ForeignDrawing;
  /** What the lines of the report are about, by their places. */
  readonly fields: Readonly<Record<string, LineFields>>;
  /** The file as it was read, as JSON, without its keys. */
  readonly original: string;
  /** What is odd, but no error. */
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly ImportedFile[];
}

/** What became of one file: a workflow for each drawing in it, or why there is none. Undefined: no reader is for it. */
export type ImportedDrawings = readonly Result<ForeignImport, string>[] | undefined;

/**
 * Reads a file of another program: undefined if there is no reader for it, else a workflow with a line for each thing
 * in the file, or why it cannot be read; of several drawings the first. Runs nothing of the file.
 */
export function importForeign(text: string): Result<ForeignImport, string> | undefined {
  return importForeignFiles([{ text }])[0]?.[0];
}

/**
 * A file as data. An export that was fetched from the API of Dify is `{"data": "…"}` with the file in it:
 * `AppExportApi` in https://github.com/langgenius/dify, api/controllers/console/app/app.py.
 */
function readFile(text: string): ReturnType<typeof readPlain> {
  const plain = readPlain(text);
  const inner =
    plain.ok && isJsonObject(plain.value) && Object.keys(plain.value).length === 1 ? plain.value['data'] : null;
  if (typeof inner !== 'string') return plain;
  const read = readPlain(inner);
  return read.ok && isDifyFile(read.value) ? read : plain;
}

/** Whether a text is of a program that there is a reader for. */
export function isForeign(text: string): boolean {
  const plain = readFile(text);
  return plain.ok && readers.some((one) => one.isFile(plain.value));
}

/** Why a text of another program is not read, if it is beyond the bounds; else undefined. */
export function explainUnread(text: string): string | undefined {
  const plain = readFile(text);
  return plain.ok ? undefined : plain.error;
}

/** A text of another program, with what was beside it in an archive. */
export interface ForeignText {
  readonly text: string;
  /** Further names that other files call it by. */
  readonly keys?: readonly string[];
  readonly files?: readonly ImportedFile[];
  readonly lines?: readonly ReportLine[];
}

/** A drawing that was read. */
interface Flow {
  readonly reader: ForeignReader;
  readonly graph: ForeignGraph;
  /** The name of its function, where another one runs it. */
  readonly name: string;
  readonly source: ForeignText;
}

/**
 * The most nodes that are drawn at once, and of them of flows that others run: files that all run one another would be
 * drawn often.
 */
const [mostDrawn, mostTaken] = [4 * foreignLimits.nodes, 8000];

/** Reads files of other programs together: one that another one runs becomes a function of that one's library too. */
export function importForeignFiles(texts: readonly ForeignText[]): readonly ImportedDrawings[] {
  const names = new TaskNames();
  const found = texts.map((source) => {
    const plain = readFile(source.text);
    const reader = plain.ok ? readers.find((one) => one.isFile(plain.value)) : undefined;
    if (!plain.ok || reader === undefined) return undefined;
    return reader
      .read(plain.value)
      .map(
        (read): Result<Flow, string> =>
          read.ok ? ok({ reader, graph: read.value, name: names.take(read.value.name, 'flow'), source }) : read,
      );
  });
  const flows = found.flatMap((one) => one ?? []).flatMap((one) => (one.ok ? [one.value] : []));
  const findFlow = indexFlows(flows);
  // Each is drawn itself before others are drawn with it.
  const budget = { left: mostDrawn };
  const own = new Set(flows.filter(({ graph }) => takeNodes(budget, graph.nodes.length)));
  budget.left = Math.min(budget.left, mostTaken);
  return found.map((one) =>
    one?.map((flow) => {
      if (!flow.ok) return flow;
      if (own.has(flow.value)) return buildImport(flow.value, findFlow, budget);
      return err('It has more nodes than are drawn at once, with the files that came with it.');
    }),
  );
}

/** Takes so many nodes of a budget, if they are left. */
function takeNodes(budget: { left: number }, nodes: number): boolean {
  if (nodes > budget.left) return false;
  budget.left -= nodes;
  return true;
}

/** How often nodes that come out wrong are replaced: each time it is others. */
const mostRounds = 12;

/**
 * Maps a drawing with all that it runs. What comes of it is read as any file is, and checked: a node whose task is
 * refused becomes a stand-in, so that one odd node does not cost the rest.
 */
function buildImport(flow: Flow, findFlow: FindAnyFlow, budget: { left: number }): Result<ForeignImport, string> {
  const most = Math.min(budget.left, foreignLimits.taken.nodes);
  const replaced = new Map<Flow, Map<string, string>>();
  const listReplaced = (one: Flow) => {
    const nodes = replaced.get(one) ?? new Map<string, string>();
    replaced.set(one, nodes);
    return nodes;
  };
  for (let round = 0; ; round += 1) {
    const { mapped, drawn, called, unused, leftOut } = drawAll(flow, findFlow, listReplaced, most);
    if (round === 0) budget.left -= most - unused;
    const text = writeForm(addLibrary(mapped.form, called, drawn));
    const read = readYaml(text);
    const problems = [...read.diagnostics, ...(read.document ? validateDocument(read.document, []) : [])];
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (read.document !== undefined && errors.length === 0) {
      const { lines = [], files = [] } = flow.source;
      const report = buildReport(flow, [...locateLines(mapped.lines, read.document), ...lines], leftOut);
      return ok({
        text,
        document: read.document,
        report,
        drawing: drawForeign(flow.graph),
        fields: writeLineFields(flow.graph, report.lines, mapped.form),
        original: encodeJson(flow.graph.file),
        diagnostics: problems,
        files,
      });
    }
    const before = countAll(replaced);
    for (const error of errors) {
      const at = findNode(error, flow, drawn);
      if (at !== undefined && !listReplaced(at.flow).has(at.node))
        listReplaced(at.flow).set(at.node, `It came out wrong here: ${error.message}`);
    }
    if (countAll(replaced) === before || round === mostRounds)
      return err(`It cannot be drawn here: ${errors[0]?.message ?? 'there is no reason.'}`);
  }
}

const countAll = (replaced: ReadonlyMap<Flow, ReadonlyMap<string, string>>): number =>
  [...replaced.values()].reduce((sum, { size }) => sum + size, 0);

/** Draws a flow, and each that it runs, at any depth. `called`: those that are run by one of them. */
function drawAll(
  flow: Flow,
  findAny: FindAnyFlow,
  listReplaced: (one: Flow) => ReadonlyMap<string, string>,
  most: number,
) {
  const drawn = new Map<Flow, MappedGraph>();
  const called = new Set<Flow>();
  const leftOut = new Set<Flow>();
  const open = new Set<Flow>([flow]);
  const budget = { left: most };
  const findFlow: FindFlow = (key) => {
    const found = findAny(flow.reader, key);
    if (found === undefined) return undefined;
    const mayTake = open.size <= foreignLimits.taken.flows && !leftOut.has(found);
    if (!open.has(found) && !(mayTake && takeNodes(budget, found.graph.nodes.length))) {
      leftOut.add(found);
      return 'left_out';
    }
    open.add(found);
    called.add(found);
    return found;
  };
  const draw = (one: Flow) => one.reader.map(one.graph, listReplaced(one), findFlow);
  const mapped = draw(flow);
  drawn.set(flow, mapped);
  // A set goes on with what is added meanwhile.
  for (const one of open) if (one !== flow) drawn.set(one, draw(one));
  return { mapped, drawn, called, unused: budget.left, leftOut: leftOut.size };
}

/** Finds the flow of a program that has a name, if only one has. */
type FindAnyFlow = (reader: ForeignReader, key: string) => Flow | undefined;

function indexFlows(flows: readonly Flow[]): FindAnyFlow {
  const known = new Map<ForeignReader, Map<string, Flow | undefined>>();
  for (const flow of flows) {
    const named = known.get(flow.reader) ?? new Map<string, Flow | undefined>();
    known.set(flow.reader, named);
    for (const key of new Set([...flow.graph.keys, ...(flow.source.keys ?? [])]))
      named.set(key, named.has(key) ? undefined : flow);
  }
  return (reader, key) => (key === '' ? undefined : known.get(reader)?.get(key));
}

/** The form of a file with the functions that it calls. A flow that what it runs runs again is one of them. */
function addLibrary(form: JsonObject, called: ReadonlySet<Flow>, drawn: ReadonlyMap<Flow, MappedGraph>): JsonObject {
  const library = [...called].flatMap((one): [string, JsonObject][] => {
    const mapped = drawn.get(one);
    return mapped === undefined ? [] : [[one.name, buildFunction(mapped)]];
  });
  if (library.length === 0) return form;
  const { tasks = {}, ...head } = form;
  return { ...head, library: Object.fromEntries(library), tasks };
}

/** The node whose task has an error: the innermost on its path. */
function findNode({ path }: Diagnostic, flow: Flow, drawn: ReadonlyMap<Flow, MappedGraph>) {
  const owner = path[0] === 'library' ? [...drawn.keys()].find(({ name }) => name === path[1]) : flow;
  const places = owner && drawn.get(owner)?.places;
  if (owner === undefined || places === undefined) return undefined;
  for (const name of path.toReversed()) {
    const node = typeof name === 'string' ? places.get(name) : undefined;
    if (node !== undefined) return { flow: owner, node };
  }
  return undefined;
}

function buildReport({ reader, graph }: Flow, lines: readonly ReportLine[], leftOut: number): ImportReport {
  return {
    format: graph.format,
    version: graph.version,
    reader: reader.version,
    what: `This is a ${graph.kind}, ${graph.versionName}, ${formatCount(graph.nodes.length, 'node')}, ${formatCount(graph.edges.length, 'wire')}.`,
    counts: countNodes(lines),
    lines: sortLines(lines),
    secrets: graph.secrets.map(({ name, where }) => ({ name, where })),
    warnings: [...graph.warnings, ...(leftOut === 0 ? [] : [describeLeftOut(leftOut)])],
  };
}

const describeLeftOut = (count: number): string =>
  `${formatCount(count, 'flow')} that it runs, itself or by others, ${count === 1 ? 'is' : 'are'} not taken along, as there are too many: their calls are stand-ins.`;
