import { defined } from '@/base/defined';
import type { Json } from '@/base/json';
import { ok, type Result } from '@/base/result';
import type { Definition, WorkflowDocument } from '../../document';
import { parseReferenceSteps } from '../../expressions/reference';
import { formatAccessor } from '../../expressions/scan-expression';
import { buildParametersOwner } from '../../function-path';
import { findMeaning, type NameMeaning } from '../../graph/name-uses';
import type { Scope } from '../../graph/scope';
import { findTaskScope } from '../../graph/task-scope-at';
import { createDefinitionScope, mapWithin } from '../../graph/task-scopes';
import { formatSegment } from '../../segment-label';
import { getLastSegment, locateTask, type TaskPath } from '../../task-path';
import type { CallTask, Task } from '../../tasks';
import { readFrom } from '../../tasks/input-kind';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { mapTaskAt } from '../map-task-at';
import { mapReads, type Read } from './map-reads';
import { type MadeContainer, refuseErrors } from './refuse-errors';

/** Arguments of {@link inlineCall}. */
export interface InlineCall {
  readonly taskPath: TaskPath;
}

/**
 * Puts the task of a function in the place of its call. Arguments that only pass on a value are read directly; others
 * become inputs. The function stays in the library.
 */
export function inlineCall(document: WorkflowDocument, { taskPath }: InlineCall): Result<MadeContainer, EditRefusal> {
  const call = locateTask(document, taskPath)?.task;
  const label = `“${call?.name ?? formatSegment(getLastSegment(taskPath))}”`;
  if (call?.type !== 'call') return refuseEdit(`${label} is not a call of a function.`);
  const { ref = '' } = call;
  const { library = {} } = document;
  const definition = Object.hasOwn(library, ref) ? library[ref] : undefined;
  const place = findTaskScope(document, taskPath);
  if (definition?.task === undefined) return refuseEdit(`The workflow has no function “${ref}” with a task.`);
  if (place === undefined) return refuseEdit(`No task “${taskPath}”.`);
  const unseen = (['inputs', 'variables'] as const).find((field) => call[field] !== undefined);
  if (unseen !== undefined)
    return refuseEdit(`${label} has ${unseen}, which “${ref}” does not see. Remove them first.`);
  const merged = mergeCallFields(call, definition.task);
  if (typeof merged === 'string')
    return refuseEdit(`Both ${label} and “${ref}” have ${merged}. Remove it from one of them.`);

  const inlining = new Inlining(definition, call, place.within);
  mapReads(call, place, (read) => inlining.know(read));
  const scope = createDefinitionScope(document, ref, definition, definition.task);
  const body = mapWithin(definition.task, scope, (part, at) => mapReads(part, at, (read) => inlining.written(read)));
  if (inlining.problem !== undefined) return refuseEdit(inlining.problem);
  const inputs = inlining.inputs();
  const clash = Object.keys(inputs).find((one) => Object.hasOwn(definition.task?.inputs ?? {}, one));
  if (clash !== undefined) return refuseEdit(`“${ref}” has an input “${clash}” of its own. Rename that first.`);
  const task = {
    ...defined({ id: call.id }),
    ...body,
    ...merged,
    ...(Object.keys(inputs).length > 0 && { inputs: { ...inputs, ...body.inputs } }),
  } as Task;
  const next = mapTaskAt(document, taskPath, () => task) ?? document;
  const strange = inlining.strangeName(next, taskPath);
  if (strange !== undefined) return refuseEdit(`“${strange}” means something else where ${label} is. Rename it first.`);
  const checked = refuseErrors(document, { document: next, lost: [] });
  return checked.ok ? ok({ document: checked.value, taskPath }) : checked;
}

/** The fields of a call apart from what it calls, or the field that the function has too. */
function mergeCallFields(call: CallTask, task: Task): Readonly<Record<string, unknown>> | string {
  const { type: _type, ref: _ref, args: _args, id: _id, description, ...rest } = call;
  const own = { ...rest, ...(description !== undefined && task.description === undefined && { description }) };
  const clash = Object.keys(rest).find((field) => field !== 'name' && Object.hasOwn(task, field));
  return clash === undefined ? own : clash.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The parameters of a function as they are read at a call. */
class Inlining {
  problem: string | undefined;
  readonly #values = new Map<string, Json>();
  readonly #scope: Scope;
  readonly #asInputs = new Map<string, Json>();
  /** What names from outside may mean: what arguments name, and variables of the workflow. */
  readonly #known = new Set<string>();
  readonly #parameters: string;

  constructor(definition: Definition, { ref = '', args = {} }: CallTask, scope: Scope) {
    this.#scope = scope;
    this.#parameters = buildParametersOwner(ref);
    for (const { name, default: usual } of definition.parameters ?? []) {
      const value = Object.hasOwn(args, name) ? args[name] : usual;
      if (value !== undefined) this.#values.set(name, value as Json);
    }
  }

  /** Notes what the call reads itself, such as its condition. */
  know({ meant }: Read): undefined {
    this.#known.add(buildMeaningKey(meant));
    return undefined;
  }

  /** Whether this is a parameter, or a variable of the workflow. */
  #isOfFunction(meant: NameMeaning): meant is Extract<NameMeaning, { kind: 'field' }> {
    return meant.kind === 'field' && (meant.owner === undefined || meant.owner === this.#parameters);
  }

  inputs(): Readonly<Record<string, Json>> {
    return Object.fromEntries(this.#asInputs);
  }

  written(read: Read): { readonly text: string; readonly over: number } | undefined {
    const { meant, form, text } = read;
    if (!this.#isOfFunction(meant)) return undefined;
    if (!this.#values.has(meant.name)) {
      this.#known.add(buildMeaningKey(meant));
      const there = findMeaning({ form, text, scope: this.#scope });
      if (there === undefined || buildMeaningKey(there) !== buildMeaningKey(meant)) {
        this.problem ??= `“${meant.name}” means something else where the call is. Rename it there first.`;
      }
      return undefined;
    }
    const value = this.#values.get(meant.name) as Json;
    const from = readFrom(value);
    if (from === undefined) {
      this.#asInputs.set(meant.name, value);
      return undefined;
    }
    const outer = findMeaning({ form: 'from', text: from, scope: this.#scope });
    const hidden = findMeaning({ form: 'from', text: from, scope: read.scope });
    if (hidden !== undefined && !this.#isOfFunction(hidden)) {
      this.problem ??= `“${from}” of the call means something else within the function. Rename one of them.`;
    }
    // What is told to be wrong then is the name in the arguments, not the parameter.
    if (outer === undefined) return { text: from, over: 0 };
    this.#known.add(buildMeaningKey(outer));
    if (form === 'template' || form === 'from') return { text: from + text.slice(meant.name.length), over: 0 };
    return { text: this.#expressionOf(outer, from.slice(outer.name.length)), over: 0 };
  }

  /** A reference as an expression has it; a result without a field is its content. */
  #expressionOf(meant: NameMeaning, rest: string): string {
    const steps = parseReferenceSteps(rest)
      .map(({ name }) => (/^\d+$/.test(name) ? `[${name}]` : formatAccessor(name)))
      .join('');
    if (meant.kind === 'task') return `tasks${formatAccessor(meant.name)}${steps === '' ? '.content' : steps}`;
    if (meant.kind === 'given') return meant.name + steps;
    const isInput = meant.kind === 'field' && hasNameAtLevel(this.#scope, meant.name, 'inputs');
    return `${isInput ? 'inputs' : 'variables'}${formatAccessor(meant.name)}${steps}`;
  }

  /** A name within the inlined task that means what is neither in it nor given by the call. */
  strangeName(document: WorkflowDocument, taskPath: TaskPath): string | undefined {
    const place = findTaskScope(document, taskPath);
    const task = locateTask(document, taskPath)?.task;
    let found: string | undefined;
    if (task === undefined || place === undefined) return undefined;
    mapWithin(task, place, (part, at) =>
      mapReads(part, at, ({ meant, owner }) => {
        const isOwn = owner !== undefined && (owner === taskPath || owner.startsWith(`${taskPath}/`));
        const isPlain = meant.kind === 'given' && owner === undefined;
        if (!isOwn && !isPlain && !this.#known.has(buildMeaningKey(meant))) found ??= meant.name;
        return undefined;
      }),
    );
    return found;
  }
}

function hasNameAtLevel(scope: Scope, name: string, field: 'inputs' | 'variables'): boolean {
  for (let level: Scope | undefined = scope; level !== undefined; level = level.outer) {
    if (Object.hasOwn(level.inputs ?? {}, name)) return field === 'inputs';
    if (Object.hasOwn(level.variables ?? {}, name)) return field === 'variables';
  }
  return false;
}

function buildMeaningKey(meant: NameMeaning): string {
  if (meant.kind === 'given') return `given ${meant.name}`;
  return meant.kind === 'field'
    ? `field ${meant.owner ?? ''} ${meant.name}`
    : `${meant.kind} ${meant.taskPaths.join(' ')}`;
}
