import type { Json, JsonObject } from '@/base/json';
import type { ForeignEdge, ForeignGraph, ForeignNode } from './foreign-graph';
import type { GraphShape } from './graph-shape';
import type { ImportMark, ReportLine } from './import-report';
import { writeTaskInCel } from './values';

/** What a node becomes. */
export interface MappedNode {
  /** Its tasks, in the form of a file, by id. The first is where it begins; each waits for the one before. */
  readonly tasks: readonly (readonly [id: string, form: JsonObject])[];
  readonly mark: ImportMark;
  readonly why: string;
  readonly todo?: ReportLine['todo'];
  /** More lines, on its settings. */
  readonly more?: readonly ReportLine[];
}

/** A graph as the form of a file, with a line for each thing in it. */
export interface MappedGraph {
  readonly form: JsonObject;
  /** The task that gives the result, where the whole is a function. */
  readonly result: JsonObject;
  readonly lines: readonly ReportLine[];
  /** The node of each task, by the path of the task in a diagnostic: `tasks.each.inner_task.subtasks.sum`. */
  readonly places: ReadonlyMap<string, string>;
}

/** What a format says of its nodes. */
export interface NodeMapper {
  readonly shape: GraphShape;
  /** The kinds that draw nothing here, such as the point where a loop begins. */
  isMark(node: ForeignNode): boolean;
  /** Whether a run begins with it. */
  isRoot(node: ForeignNode): boolean;
  /** The id of the last task of a node: others wait for it. Undefined: it has none. */
  findExit(id: string): string | undefined;
  /** When an exit of a node is taken, as CEL; undefined: whenever the node has ended. */
  findTest(edge: ForeignEdge): string | undefined;
  /** When a node begins although none of its edges was taken, as CEL; undefined: never. */
  findStart?(id: string): string | undefined;
  map(node: ForeignNode): MappedNode;
}

/** The form of the tasks of one scope, with what each waits for. */
export interface DraftScope {
  readonly tasks: JsonObject;
  readonly lines: readonly ReportLine[];
}

/** Draws the nodes in a parent as tasks. */
export function draftScope(mapper: NodeMapper, parent: string | undefined): DraftScope {
  const { shape } = mapper;
  const tasks: [string, JsonObject][] = [];
  const lines: ReportLine[] = [];
  for (const node of shape.listChildren(parent)) {
    const mapped = mapper.map(node);
    const waits = describeWaits(mapper, node);
    let before: string | undefined;
    for (const [id, form] of mapped.tasks) {
      const order = before === undefined ? waits.fields : { depends_on: [before] };
      tasks.push([id, before === undefined ? { ...form, ...order, 'x-origin': node.id } : { ...form, ...order }]);
      before = id;
    }
    const isSwitchedOff = waits.isOrphan && mapped.tasks.length > 0;
    if (isSwitchedOff) {
      for (let index = tasks.length - mapped.tasks.length; index < tasks.length; index += 1) {
        const [id, form] = tasks[index] as [string, JsonObject];
        tasks[index] = [id, { ...form, disabled: true }];
      }
    }
    lines.push({
      place: `node:${node.id}`,
      old: describeNode(node),
      new: mapped.tasks.map(([id]) => `tasks.${id}`),
      mark: isSwitchedOff && mapped.mark === 'exact' ? 'adapted' : mapped.mark,
      why: isSwitchedOff ? `Nothing leads to it, so it never runs: it is switched off. ${mapped.why}` : mapped.why,
      ...(mapped.todo === undefined ? {} : { todo: mapped.todo }),
    });
    lines.push(...(mapped.more ?? []), ...describeEdges(mapper, node, mapped.tasks[0]?.[0]));
  }
  return { tasks: Object.fromEntries(tasks), lines };
}

export const describeNode = ({ title, kind }: ForeignNode): string =>
  title === '' || title === kind ? kind || 'node' : `${title} (${kind})`;

/** What a task waits for, and under what condition it runs. */
function describeWaits(mapper: NodeMapper, node: ForeignNode): { fields: JsonObject; isOrphan: boolean } {
  const { shape } = mapper;
  const edges = shape.listEdgesInto(node.id);
  const isRoot = edges.length === 0;
  const real = edges.flatMap((edge) => {
    const exit = mapper.findExit(edge.from);
    return exit === undefined ? [] : [{ edge, exit, test: mapper.findTest(edge) }];
  });
  // A node that only a start leads to begins at once, whatever else leads to it.
  const beginsAtOnce = real.length < edges.length && edges.some(({ from }) => isStart(mapper, from));
  const isOrphan = isRoot && !mapper.isRoot(node) && shape.findParent(node.id) === undefined;
  const start = mapper.findStart?.(node.id);
  if (real.length === 0) return { fields: start === undefined ? {} : { condition: start }, isOrphan };
  const depends = [...new Set(real.map(({ exit }) => exit))];
  const isConditional = real.some(({ test }) => test !== undefined);
  const needsTest = !beginsAtOnce && isConditional;
  const isOneOfSeveral = real.length > 1 || start !== undefined;
  const test = real.map(({ exit, test: one }) => writeTest(exit, one, isOneOfSeveral)).join(' || ');
  if (start !== undefined)
    return {
      fields: { depends_on: depends, condition: `${start} || ${test}`, trigger_rule: 'all_done' },
      isOrphan,
    };
  return { fields: { depends_on: depends, ...(needsTest ? { condition: test } : {}) }, isOrphan };
}

const isStart = (mapper: NodeMapper, id: string): boolean => {
  const node = mapper.shape.find(id);
  return node !== undefined && mapper.isMark(node);
};

/** A node that was skipped has taken none of its exits. */
function writeTest(exit: string, test: string | undefined, isOneOfSeveral: boolean): string {
  const ended = `${writeTaskInCel(exit)}.status != "SKIPPED"`;
  if (test === undefined) return ended;
  return isOneOfSeveral ? `(${ended} && ${test})` : test;
}

/** A line for each edge with a condition. */
function describeEdges(mapper: NodeMapper, node: ForeignNode, first: string | undefined): ReportLine[] {
  return mapper.shape.listEdgesInto(node.id).flatMap((edge): ReportLine[] => {
    const test = mapper.findTest(edge);
    const from = mapper.shape.find(edge.from);
    if ((edge.port === '' && test === undefined) || from === undefined) return [];
    return [
      {
        place: `edge:${edge.from}/${edge.port}/${edge.to}`,
        old: `${from.title || from.kind} → ${node.title || node.kind}, by “${edge.port || 'success'}”`,
        new: first === undefined ? [] : [`tasks.${first}.condition`],
        mark: first === undefined || test === undefined ? 'adapted' : 'exact',
        why: test === undefined ? 'Taken whenever the node before it has ended.' : test,
      },
    ];
  });
}

/** Lines for edges that lead back, which no graph of tasks has. */
export function describeBackward(shape: GraphShape): ReportLine[] {
  return shape.backward.map(({ from, port, to }) => ({
    place: `edge:${from}/${port}/${to}`,
    old: `${shape.find(from)?.title ?? from} → ${shape.find(to)?.title ?? to}`,
    new: [],
    mark: 'dropped',
    why: 'It leads back to a node before it. A graph of tasks has no circles: use a loop.',
  }));
}

/** Lines for edges between nodes that are in different containers, or lead nowhere. */
export function describeAcross({ edges }: ForeignGraph, shape: GraphShape): ReportLine[] {
  return edges
    .filter(({ from, to }) => shape.findParent(from) !== shape.findParent(to))
    .map(({ from, port, to }) => ({
      place: `edge:${from}/${port}/${to}`,
      old: `${shape.find(from)?.title ?? from} → ${shape.find(to)?.title ?? to}`,
      new: [],
      mark: 'dropped',
      why: 'It leads into or out of a container.',
    }));
}

/** A task that does nothing but pass its inputs on. */
export function passOn(inputs: Readonly<Record<string, Json>>): JsonObject {
  return { type: 'script', inputs };
}

/** Lines for the name and the description of a file, and for its notes. */
export function describeTexts({ notes, name, description }: ForeignGraph): ReportLine[] {
  const own = [
    { place: 'setting:name', old: 'Name', new: ['name'], text: name },
    { place: 'setting:description', old: 'Description', new: ['description'], text: description },
  ].flatMap(({ text, ...line }): ReportLine[] =>
    text === '' ? [] : [{ ...line, mark: 'exact', why: `The ${line.old.toLowerCase()} of the workflow.` }],
  );
  const kept = notes.map(
    ({ id, text }): ReportLine => ({
      place: `note:${id}`,
      old: text.slice(0, 60) || 'Note',
      new: ['layout.notes'],
      mark: 'exact',
      why: 'Its text, colour and place.',
    }),
  );
  return [...own, ...kept];
}

/** A graph as a workflow: with its name, and without blocks that would be empty. */
export function buildWorkflowForm(
  { name, description, format, version }: ForeignGraph,
  { variables, inputs, tasks, layout }: Readonly<Record<'variables' | 'inputs' | 'tasks' | 'layout', JsonObject>>,
): JsonObject {
  return {
    ...(name === '' ? {} : { name }),
    ...(description === '' ? {} : { description }),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(Object.keys(inputs).length === 0 ? {} : { inputs }),
    tasks,
    layout,
    'x-imported-from': { format, version },
  };
}
