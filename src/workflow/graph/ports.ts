import type { Json } from '@/base/json';
import type { WorkflowDocument } from '../document';
import { referenceNames } from '../expressions/reference';
import { templateReferences } from '../expressions/template';
import type { TaskId } from '../names';
import type { Input, Task } from '../tasks';
import { inputTask, readFrom } from '../tasks/input-kind';
import { findReference } from './scope';
import type { Siblings } from './siblings';
import { scopeOfLoneTask } from './task-scopes';

/**
 * A named place at which a value enters a task, by the field that holds it: `inputs.NAME`, `args.NAME`, `items`,
 * `plan`, `state`, `attachments`. What a prompt or an expression reads enters at the main port, which has no name.
 */
export type PortName = string;

/** A named port of a task. */
export interface TaskPort {
  readonly name: PortName;
  /** The references in its field that lead out of the task: `fetch.output.title`. */
  readonly reads: readonly string[];
}

type Parameters = readonly { readonly name: string }[] | undefined;

const none: readonly TaskPort[] = [];
const portsByTask = new WeakMap<Task, { readonly parameters: Parameters; readonly ports: readonly TaskPort[] }>();

/** The named ports of a task, in the order of its fields. A call has one for each parameter of its function. */
export function portsOf({ library = {} }: WorkflowDocument, task: Task): readonly TaskPort[] {
  const { ref = '' } = task.type === 'call' ? task : {};
  const parameters = Object.hasOwn(library, ref) ? library[ref]?.parameters : undefined;
  const known = portsByTask.get(task);
  if (known && known.parameters === parameters) return known.ports;
  const values = [...inputValues(task), ...ownValues(task, parameters)];
  const ports =
    values.length === 0 ? none : values.map(([name, value]) => ({ name, reads: outsideReads(task, name, value) }));
  portsByTask.set(task, { parameters, ports });
  return ports;
}

type PortValue = readonly [PortName, Input | Json | undefined];

/** Inputs that are tasks themselves are drawn within, and have no port. */
function inputValues({ inputs }: Task): PortValue[] {
  if (inputs === undefined) return [];
  return Object.entries(inputs).flatMap(([name, input]) =>
    inputTask(input) === undefined ? [[`inputs.${name}`, input] as const] : [],
  );
}

function ownValues(task: Task, parameters: Parameters): PortValue[] {
  switch (task.type) {
    case 'map':
    case 'reduce':
      // Without items it goes over its inputs.
      return task.items === undefined && task.inputs !== undefined ? [] : [['items', task.items]];
    case 'pipeline':
      return [
        ['plan', task.plan],
        ['state', task.state],
      ];
    case 'call':
    case 'tool': {
      const { args = {} } = task;
      const names = new Set([...(parameters ?? []).map(({ name }) => name), ...Object.keys(args)]);
      return [...names].map((name) => [`args.${name}`, Object.hasOwn(args, name) ? args[name] : undefined]);
    }
    case 'atomic':
      return task.attachments === undefined ? [] : [['attachments', task.attachments]];
    default:
      return [];
  }
}

function outsideReads(task: Task, port: PortName, value: PortValue[1]): readonly string[] {
  const references = referencesIn(port, value);
  if (references.length === 0) return [];
  const { before, within } = scopeOfLoneTask(task);
  const scope = port.startsWith('inputs.') ? before : within;
  return references.filter((reference) => findReference(scope, reference) === undefined);
}

function referencesIn(port: PortName, value: PortValue[1]): readonly string[] {
  if (value === undefined) return [];
  const from = readFrom(value);
  if (from !== undefined) return [from];
  // Literal items and states are taken as they are written.
  if (port === 'items' || port === 'state') return [];
  if (port !== 'attachments' || !Array.isArray(value)) return templatesIn(value as Json);
  return value.flatMap((one) => readFrom(one as Json) ?? templatesIn(one as Json));
}

function templatesIn(value: Json): readonly string[] {
  if (typeof value === 'string') return value.includes('{{') ? templateReferences(value) : [];
  return value === null || typeof value !== 'object'
    ? []
    : Object.values(value).flatMap((one) => templatesIn(one as Json));
}

/** The siblings that a reference from outside of them may mean: a task, or those that return a value of this name. */
export function referredSiblings(siblings: Siblings, reference: string): readonly TaskId[] {
  for (const name of referenceNames(reference)) {
    const found = siblings.has(name) ? [name] : siblings.returning(name);
    if (found !== undefined) return found;
  }
  return [];
}

/** A port in words: `input articles`, `argument text`, `items`. */
export function portLabel(port: PortName): string {
  return port.replace('inputs.', 'input ').replace('args.', 'argument ');
}
