import type { Json } from '@/base/json';
import type { WorkflowDocument } from '../document';
import { listReferenceNames } from '../expressions/reference';
import { listTemplateReferences } from '../expressions/template';
import type { TaskId } from '../names';
import type { Input, Task } from '../tasks';
import { findInputTask, readFrom } from '../tasks/input-kind';
import { findReference } from './scope';
import type { Siblings } from './siblings';
import { createLoneTaskScope } from './task-scopes';

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
export function listPorts({ library = {} }: WorkflowDocument, task: Task): readonly TaskPort[] {
  const { ref = '' } = task.type === 'call' ? task : {};
  const parameters = Object.hasOwn(library, ref) ? library[ref]?.parameters : undefined;
  const known = portsByTask.get(task);
  if (known && known.parameters === parameters) return known.ports;
  const values = [...listInputValues(task), ...listOwnValues(task, parameters)];
  const ports =
    values.length === 0 ? none : values.map(([name, value]) => ({ name, reads: listOutsideReads(task, name, value) }));
  portsByTask.set(task, { parameters, ports });
  return ports;
}

type PortValue = readonly [PortName, Input | Json | undefined];

/** Inputs that are tasks themselves are drawn within, and have no port. */
function listInputValues({ inputs }: Task): PortValue[] {
  if (inputs === undefined) return [];
  return Object.entries(inputs).flatMap(([name, input]) =>
    findInputTask(input) === undefined ? [[`inputs.${name}`, input] as const] : [],
  );
}

function listOwnValues(task: Task, parameters: Parameters): PortValue[] {
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

function listOutsideReads(task: Task, port: PortName, value: PortValue[1]): readonly string[] {
  const references = listReferencesIn(port, value);
  if (references.length === 0) return [];
  const { before, within } = createLoneTaskScope(task);
  const scope = port.startsWith('inputs.') ? before : within;
  return references.filter((reference) => findReference(scope, reference) === undefined);
}

function listReferencesIn(port: PortName, value: PortValue[1]): readonly string[] {
  if (value === undefined) return [];
  const from = readFrom(value);
  if (from !== undefined) return [from];
  // Literal items and states are taken as they are written.
  if (port === 'items' || port === 'state') return [];
  if (port !== 'attachments' || !Array.isArray(value)) return listTemplatesIn(value as Json);
  return value.flatMap((one) => readFrom(one as Json) ?? listTemplatesIn(one as Json));
}

function listTemplatesIn(value: Json): readonly string[] {
  if (typeof value === 'string') return value.includes('{{') ? listTemplateReferences(value) : [];
  return value === null || typeof value !== 'object'
    ? []
    : Object.values(value).flatMap((one) => listTemplatesIn(one as Json));
}

/** The siblings that a reference from outside of them may mean: a task, or those that return a value of this name. */
export function listReferredSiblings(siblings: Siblings, reference: string): readonly TaskId[] {
  for (const name of listReferenceNames(reference)) {
    const found = siblings.has(name) ? [name] : siblings.returning(name);
    if (found !== undefined) return found;
  }
  return [];
}

/** A port in words: `input articles`, `argument text`, `items`. */
export function formatPortLabel(port: PortName): string {
  return port.replace('inputs.', 'input ').replace('args.', 'argument ');
}
