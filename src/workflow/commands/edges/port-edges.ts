import { nameProblem } from '@/base/name';
import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import { getGraph, isMakingCycle, isWaitingFor } from '../../graph/graph';
import { formatPortLabel, type PortName } from '../../graph/ports';
import { listReadingsBetween, placeOfReading, type ResultUse } from '../../graph/readings';
import { collectReads } from '../../graph/reads';
import { quoteTaskName } from '../../quote-task-name';
import { findContainerPath, locateTask, type TaskPath } from '../../task-path';
import type { TaskRecord } from '../../task-record';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { setDependencies } from '../edits';
import { mapTaskAt } from '../map-task-at';
import { connectPaths, disconnectPaths, type Ends, getTaskId } from './connect-paths';
import { removeReads, setPortOfTask } from './set-port';

/** An edge that may end at a named port of its target; undefined: at the main one. */
export interface PortEnds extends Ends {
  readonly port?: PortName | undefined;
}

type Edited = Result<WorkflowDocument, EditRefusal>;

/**
 * Draws an edge to a port: the field of the port reads the source, and the target waits for it. An input that is not
 * there yet is made. Without a port the target only waits. `instead`: an edge that this one replaces.
 */
export function connectPort(document: WorkflowDocument, ends: PortEnds, instead?: PortEnds): Edited {
  if (instead === undefined) return ends.port === undefined ? connectPaths(document, ends) : setPort(document, ends);
  if (isSameEdge(ends, instead)) return ok(document);
  const isSamePair = ends.from === instead.from && ends.to === instead.to;
  // An order edge that is moved onto a port goes on ordering.
  if (isSamePair && instead.port === undefined) return setPort(document, ends);
  if (ends.port === undefined && instead.port === undefined) return connectPaths(document, ends, instead);
  const isReplaced = ends.to === instead.to && ends.port === instead.port;
  const without = removeReadings(document, instead, { waits: isSamePair, isReplaced });
  if (!without.ok) return without;
  if (isSamePair && ends.port === undefined) return without;
  return connectPort(without.value, ends);
}

/** Why this edge cannot be drawn; undefined if it can. */
export function findPortRefusal(document: WorkflowDocument, ends: PortEnds, instead?: PortEnds): string | undefined {
  const change = connectPort(document, ends, instead);
  return change.ok ? undefined : change.error.message;
}

/**
 * Removes an edge: the dependency or, of one to a named port, what the port reads and, if the target reads nothing else
 * of the source, the dependency. No text is cut: an edge to a port whose text names the source is refused. Of another,
 * {@link findUnorderedReading} tells where the source is still read.
 */
export function disconnectPort(document: WorkflowDocument, edge: PortEnds): Edited {
  return removeReadings(document, edge, { waits: false, isReplaced: false });
}

/** A text in which the target of an edge reads its source, for which the edge cannot be removed. */
export function findTextReading(document: WorkflowDocument, { from, to, port }: PortEnds): ResultUse | undefined {
  return port === undefined
    ? undefined
    : listReadingsBetween(document, from, to).find((reading) => reading.port === port && !reading.isField);
}

/** Where a task reads another for which it does not wait, not even by way of others; undefined: nowhere. */
export function findUnorderedReading(document: WorkflowDocument, { from, to }: Ends): ResultUse | undefined {
  const beside = findSharedSiblings(document, from, to);
  const waits = beside === undefined || isWaitingFor(getGraph(beside), getTaskId(to), getTaskId(from));
  return waits ? undefined : listReadingsBetween(document, from, to)[0];
}

/** Where a task reads another, as a sentence: `“write” reads “fetch” in its prompt.` */
export function formatReading(document: WorkflowDocument, from: TaskPath, reading: ResultUse): string {
  const [reader, read] = [quoteTaskName(document, reading.reader), quoteTaskName(document, from)];
  return `${reader} reads ${read} in its ${placeOfReading(reading)}.`;
}

const isSameEdge = (a: PortEnds, b: PortEnds) => a.from === b.from && a.to === b.to && a.port === b.port;

function setPort(document: WorkflowDocument, { from, to, port = '' }: PortEnds): Edited {
  const beside = findSharedSiblings(document, from, to);
  const target = locateTask(document, to)?.task;
  if (beside === undefined || target === undefined) {
    return refuseEdit('Only tasks in the same container can wait for each other.');
  }
  const [source, reader] = [quoteTaskName(document, from), quoteTaskName(document, to)];
  if (from === to) return refuseEdit(`${source} cannot wait for itself.`);
  if (listReadingsBetween(document, from, to).some((one) => one.port === port && one.isField)) {
    return refuseEdit(`${reader} already reads ${source}: ${formatPortLabel(port)}.`);
  }
  const depends = target.dependsOn?.includes(getTaskId(from)) ?? false;
  if (!depends && isMakingCycle(getGraph(beside), getTaskId(from), getTaskId(to))) {
    return refuseEdit(
      `${source} already waits for ${reader}, so this wire would make a cycle and neither could start.`,
    );
  }
  const refused = refuseNewInput(document, to, port);
  if (refused !== undefined) return refused;
  const edited = mapTaskAt(document, to, (task) => {
    const reading = setPortOfTask(task, port, getTaskId(from));
    return depends ? reading : setDependencies(reading, [...(task.dependsOn ?? []), getTaskId(from)]);
  });
  if (edited === undefined) return ok(document);
  const reads = listReadingsBetween(edited, from, to).some((one) => one.port === port && one.isField);
  return reads
    ? ok(edited)
    : refuseEdit(`${reader} has a value “${getTaskId(from)}” of its own, which it would read instead.`);
}

/** The refusal of a new input whose name cannot be, or would hide what the task reads by this name. */
function refuseNewInput(document: WorkflowDocument, to: TaskPath, port: PortName) {
  const target = locateTask(document, to)?.task;
  const [field, name] = [port.slice(0, 'inputs.'.length), port.slice('inputs.'.length)];
  if (target === undefined || field !== 'inputs.' || Object.hasOwn(target.inputs ?? {}, name)) return undefined;
  const problem = nameProblem(name);
  if (problem !== undefined) return refuseEdit(problem);
  if (!collectReads(target).has(name)) return undefined;
  return refuseEdit(
    `${quoteTaskName(document, to)} reads something else by the name “${name}”. Choose another name for the input.`,
  );
}

/** A name for a new input that reads a task: its id, or that with a number. */
export function createInputName(document: WorkflowDocument, from: TaskPath, to: TaskPath): string {
  const target = locateTask(document, to)?.task;
  const taken = new Set([...Object.keys(target?.inputs ?? {}), ...(target === undefined ? [] : collectReads(target))]);
  const base = getTaskId(from).replaceAll(/[.-]+/g, '_');
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
  return name;
}

/** `waits`: the target goes on waiting for the source. `isReplaced`: the port is about to read another task. */
function removeReadings(
  document: WorkflowDocument,
  edge: PortEnds,
  { waits, isReplaced }: { readonly waits: boolean; readonly isReplaced: boolean },
): Edited {
  const { from, to, port } = edge;
  const inText = findTextReading(document, edge);
  if (inText !== undefined) {
    return refuseEdit(`${formatReading(document, from, inText)} Take “${inText.text}” out there first.`);
  }
  const readings = listReadingsBetween(document, from, to);
  const here = readings.filter((reading) => reading.port === port);
  const target = locateTask(document, to)?.task;
  if (port === undefined || target === undefined) return disconnectPaths(document, edge);
  if (here.length === 0)
    return refuseEdit(`${quoteTaskName(document, to)} does not read ${quoteTaskName(document, from)} there.`);
  const references = new Set(here.map(({ text }) => text));
  const isKept = waits || here.length < readings.length || !target.dependsOn?.includes(getTaskId(from));
  const edited = mapTaskAt(document, to, (task) => {
    const left = removeReads(document, to, task, port, { references, isReplaced });
    return isKept
      ? left
      : setDependencies(
          left,
          (left.dependsOn ?? []).filter((id) => id !== getTaskId(from)),
        );
  });
  return ok(edited ?? document);
}

/** The tasks of the graph that holds both; undefined: there is none. */
function findSharedSiblings(document: WorkflowDocument, from: TaskPath, to: TaskPath): TaskRecord | undefined {
  const container = findContainerPath(to);
  if (findContainerPath(from) !== container) return undefined;
  if (container === undefined) return document.tasks;
  const holder = locateTask(document, container)?.task;
  return holder?.type === 'group' ? (holder.subtasks ?? {}) : undefined;
}
