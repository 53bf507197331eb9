import { nameProblem } from '@/base/name';
import { ok, type Result } from '@/base/result';
import { isBuiltinDefinition } from '../../builtin-names';
import type { WorkflowDocument } from '../../document';
import { parseReferenceSteps } from '../../expressions/reference';
import { formatAccessor } from '../../expressions/scan-expression';
import { findMeaning, type NameMeaning } from '../../graph/name-uses';
import type { Scope } from '../../graph/scope';
import { findTaskScope } from '../../graph/task-scope-at';
import { mapWithin } from '../../graph/task-scopes';
import { mapEveryTask } from '../../map-every-task';
import { getLastSegment, locateTask, selectOutermost, type TaskPath } from '../../task-path';
import type { CallTask, Task } from '../../tasks';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { mapLayout, setLayout } from '../edits';
import { createFreshId } from '../fresh-id';
import { mapTaskAt } from '../map-task-at';
import { liftNotes } from '../notes';
import { type GroupTasks, groupTasks } from './group-tasks';
import { mapReads, type Read } from './map-reads';
import { type MadeContainer, refuseErrors } from './refuse-errors';

/** Arguments of {@link extractFunction}. */
export interface ExtractFunction extends GroupTasks {
  /** The name of the function; left out: the id of the task. Where that is taken, it gets a number. */
  readonly name?: string | undefined;
}

/** The document with the function, the call of it, and its name. */
export interface ExtractedFunction extends MadeContainer {
  readonly name: string;
}

/** What of a task says when it runs and what it is called: the call has it. */
const ofCall = ['name', 'dependsOn', 'triggerRule', 'priority', 'disabled', 'breakpoint', 'pinned'] as const;
/** Of a task without own names the call has these too. */
const ofPlainCall = ['condition', 'returns'] as const;

/**
 * Makes a function of the library of tasks, and puts a call of it in their place. What they read from outside becomes
 * its parameters. Several are grouped first.
 */
export function extractFunction(
  document: WorkflowDocument,
  args: ExtractFunction,
): Result<ExtractedFunction, EditRefusal> {
  const chosen = selectOutermost(args.taskPaths);
  const [first] = chosen;
  if (first === undefined) return refuseEdit('Select the tasks that are to be a function first.');
  const grouped = chosen.length === 1 ? ok({ document, taskPath: first }) : groupTasks(document, args);
  if (!grouped.ok) return grouped;
  const { document: whole, taskPath } = grouped.value;
  const task = locateTask(whole, taskPath)?.task;
  const place = findTaskScope(whole, taskPath);
  if (task === undefined || place === undefined) return refuseEdit(`No task “${taskPath}”.`);
  if (place.role === 'director' || place.role === 'evaluator' || place.role === 'best_of_evaluator') {
    return refuseEdit('What directs or judges must answer by itself. Extract the container that it is in.');
  }
  const wanted =
    args.name ?? task.id ?? (chosen.length === 1 ? getLastSegment(taskPath).replace(/:/g, '_') : 'function');
  const problem = nameProblem(wanted);
  if (problem !== undefined) return refuseEdit(problem);
  const { library = {} } = whole;
  const called = listCalledNames(whole);
  const isNameTaken = (one: string) => Object.hasOwn(library, one) || isBuiltinDefinition(one) || called.has(one);
  const name = isNameTaken(wanted) ? createFreshId(wanted, 2, isNameTaken) : wanted;

  const hasOwnNames = task.inputs !== undefined || task.variables !== undefined || task.loop !== undefined;
  const outer: readonly string[] = hasOwnNames ? ofCall : [...ofCall, ...ofPlainCall];
  const entries = Object.entries(task);
  const body = Object.fromEntries(entries.filter(([field]) => field !== 'id' && !outer.includes(field))) as Task;
  const kept = Object.fromEntries(entries.filter(([field]) => field === 'id' || outer.includes(field)));
  const parameters = new Parameters(taskPath, whole, task, place.within);
  let listed: string | undefined;
  mapWithin(body, place, (part, at) => {
    listed ??= listContextIds(part).find((id) => parameters.isOutside(id, at.within));
    return mapReads(part, at, (read) => parameters.note(read));
  });
  if (listed !== undefined)
    return refuseEdit(`Its context names “${listed}”, which a function cannot. Remove it there first.`);
  const rewritten = mapWithin(body, place, (part, at) => mapReads(part, at, (read) => parameters.written(read)));
  if (parameters.unnamed !== undefined) {
    return refuseEdit(`It reads “${parameters.unnamed}” as a whole record. Let it read one field, such as its output.`);
  }
  if (parameters.hidden !== undefined) {
    return refuseEdit(`“${parameters.hidden}” names something else too where it is. Rename one of them first.`);
  }
  const given = parameters.args();
  const call = { type: 'call', ...kept, ref: name, ...(Object.keys(given).length > 0 && { args: given }) } as CallTask;
  const definition = { parameters: Object.keys(given).map((one) => ({ name: one })), task: rewritten };
  const { parameters: _none, ...plain } = definition;
  const put = mapTaskAt(whole, taskPath, () => call) ?? whole;
  const next = { ...put, library: { ...put.library, [name]: definition.parameters.length === 0 ? plain : definition } };
  const checked = refuseErrors(whole, { document: next, lost: [] });
  return checked.ok ? ok({ document: removeInnerLayout(checked.value, taskPath), taskPath, name }) : checked;
}

/** The names that calls have, also of functions that are not there: those would call the new one. */
function listCalledNames(document: WorkflowDocument): ReadonlySet<string> {
  const names = new Set<string>();
  mapEveryTask(document, (task) => {
    if (task.type === 'call' && task.ref) names.add(task.ref);
    return task;
  });
  return names;
}

/** The ids that the context of a task includes or excludes. */
function listContextIds({ context }: Task): readonly string[] {
  return [...(context?.includeTasks ?? []), ...(context?.excludeTasks ?? [])];
}

/** The document without the layout of what was in the task. */
function removeInnerLayout(document: WorkflowDocument, taskPath: TaskPath): WorkflowDocument {
  const { layout } = document;
  if (layout === undefined) return document;
  const isOutside = (one: string) => !one.startsWith(`${taskPath}/`);
  const outside = (one: string) => (isOutside(one) ? one : undefined);
  const { layout: lifted = {} } = liftNotes(document, taskPath, { deep: true });
  return setLayout(
    document,
    mapLayout(lifted, (one) => (one === taskPath ? undefined : outside(one)), outside),
  );
}

/** What a task reads from outside: for each name and field of a result one parameter. */
class Parameters {
  /** The fields that are read, by the names as they are outside; `''`: the value itself. */
  readonly #fields = new Map<string, Set<string>>();
  readonly #inside: (taskPath: TaskPath | undefined) => boolean;
  readonly #taken: Set<string>;
  readonly #names = new Map<string, string>();
  readonly #around: Scope;
  unnamed: string | undefined;
  /** What is read by its kind, and is hidden by something else of its name where the call is. */
  hidden: string | undefined;

  constructor(taskPath: TaskPath, document: WorkflowDocument, task: Task, around: Scope) {
    this.#around = around;
    this.#inside = (one) => one !== undefined && (one === taskPath || one.startsWith(`${taskPath}/`));
    this.#taken = new Set([...collectNamesWithin(task), ...Object.keys(document.variables ?? {})]);
  }

  /** Whether the id of a task means one outside. */
  isOutside(id: string, scope: Scope): boolean {
    const meant = findMeaning({ form: 'id', text: id, scope });
    return meant?.kind === 'task' && !this.#inside(meant.taskPaths[0]);
  }

  note(read: Read): undefined {
    const found = this.#found(read);
    if (found === undefined) return undefined;
    const { name, field } = found;
    if (read.form !== 'template' && read.form !== 'from' && !this.#isReached(name, read.meant)) this.hidden = name;
    this.#fields.set(name, (this.#fields.get(name) ?? new Set()).add(field));
    return undefined;
  }

  /** Whether a name alone, which is what an argument of a call has, means the same where the call is. */
  #isReached(name: string, meant: NameMeaning): boolean {
    const found = findMeaning({ form: 'from', text: name, scope: this.#around });
    if (found?.kind !== meant.kind) return false;
    return meant.kind !== 'field' || (found.kind === 'field' && found.owner === meant.owner);
  }

  written(read: Read): { readonly text: string; readonly over: number } | undefined {
    const found = this.#found(read);
    if (found === undefined) return undefined;
    const parameter = this.#parameter(found.name, found.field);
    if (read.form !== 'template' && read.form !== 'from') {
      return { text: `inputs${formatAccessor(parameter)}`, over: found.over };
    }
    return { text: parameter + read.text.slice(found.name.length + found.over), over: 0 };
  }

  args(): Record<string, { readonly from: string }> {
    const all = [...this.#fields].flatMap(([name, fields]) =>
      [...fields].map(
        (field) => [this.#parameter(name, field), { from: field === '' ? name : `${name}.${field}` }] as const,
      ),
    );
    return Object.fromEntries(all);
  }

  /** The name and the field of a result that a read from outside reaches. */
  #found({ form, text, rest, meant, owner }: Read) {
    if (meant.kind === 'field' && meant.owner === undefined) return undefined;
    if (this.#inside(owner) || (meant.kind === 'given' && owner === undefined)) return undefined;
    const { name } = meant;
    if (meant.kind !== 'task') return { name, field: '', over: 0 };
    const [step] = parseReferenceSteps(form === 'template' || form === 'from' ? text.slice(name.length) : rest);
    if (step === undefined && form === 'tasks') this.unnamed = name;
    return { name, field: step?.name ?? '', over: step?.to ?? 0 };
  }

  #parameter(name: string, field: string): string {
    const key = `${name}/${field}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const plain = name.replace(/[^A-Za-z0-9_]/g, '_');
    const isOnly = this.#fields.get(name)?.size === 1;
    const wanted = isOnly || field === '' ? plain : `${plain}_${field}`;
    const given = new Set(this.#names.values());
    const isParameterTaken = (one: string) => given.has(one) || (one !== name && this.#taken.has(one));
    const parameter = isParameterTaken(wanted) ? createFreshId(wanted, 2, isParameterTaken) : wanted;
    this.#names.set(key, parameter);
    return parameter;
  }
}

/** Every name that means something within a task. */
function collectNamesWithin(task: Task): ReadonlySet<string> {
  const names = new Set<string>();
  JSON.stringify(task, (key, value) => {
    names.add(key);
    if (key === 'id' && typeof value === 'string') names.add(value);
    return typeof value === 'bigint' ? null : value;
  });
  return names;
}
