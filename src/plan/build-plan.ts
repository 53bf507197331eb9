import { defined } from '@/base/defined';
import { hashLongText, hashText } from '@/base/hash';
import { encodeCanonicalJson } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import type { Diagnostic } from '@/workflow/diagnostic';
import { getSettings, type WorkflowDocument } from '@/workflow/document';
import { fillGlobalValues } from '@/workflow/inputs/input-values';
import { validateDocument } from '@/workflow/validate/validate';
import { defaultCheckpoint, defaultLimits, defaultMaxConcurrency, defaultRetention, noBudget } from './limits';
import { type Plan, type PlanDefinition, type PlannedDefinition, type PlannedPruneHook, planVersion } from './plan';
import { planLibrary } from './plan-library';
import { isKeepingHistory, resolveCompaction } from './resolve/resolve-compaction';
import { mergeLimits, resolveBudget, resolveCleanup } from './resolve/resolve-limits';
import { resolveGraph } from './resolve/resolve-task';
import { collectWrittenTools, listWorkflowTools } from './resolve/resolve-tools';
import { createSurroundings } from './resolve/surroundings';

/**
 * Compiles a document. `known`: provider ids from settings, besides the built-in ones. Errors: every error of the
 * document, with its position.
 */
export function buildPlan(document: WorkflowDocument, known: readonly string[]): Result<Plan, Diagnostic[]> {
  const definition = compileSound(document, known);
  return definition.ok
    ? ok(completePlan(document, known, definition.value, hashText(encodeDefinition(definition.value))))
    : definition;
}

/** As {@link buildPlan}, for a page: most of the time that a long plan takes is its hash, which is made natively. */
export async function buildLongPlan(
  document: WorkflowDocument,
  known: readonly string[],
): Promise<Result<Plan, Diagnostic[]>> {
  const definition = compileSound(document, known);
  if (!definition.ok) return definition;
  return ok(completePlan(document, known, definition.value, await hashLongText(encodeDefinition(definition.value))));
}

function compileSound(document: WorkflowDocument, known: readonly string[]): Result<PlanDefinition, Diagnostic[]> {
  const errors = validateDocument(document, known).filter((diagnostic) => diagnostic.severity === 'error');
  return errors.length > 0 ? err(errors) : ok(compileDefinition(document, known));
}

function completePlan(
  document: WorkflowDocument,
  known: readonly string[],
  definition: PlanDefinition,
  hash: string,
): Plan {
  const settings = getSettings(document);
  return Object.freeze({ ...definition, hash, ...buildKeeping(document), settings, providers: known });
}

/**
 * The part of a plan that defines the tasks, which its hash covers. The document must have no errors. It is what an
 * edit changes: to hash all of it takes longer than to make it.
 */
export function compileDefinition(document: WorkflowDocument, known: readonly string[]): PlanDefinition {
  const settings = getSettings(document);
  const variables = fillGlobalValues(document);
  const inputs = document.inputs && mapInputTypes(document.inputs);
  const surroundings = createSurroundings({
    settings,
    known,
    limits: mergeLimits(document.limits, defaultLimits),
    variables,
    tools: listWorkflowTools(settings),
    written: collectWrittenTools(document.tasks),
  });
  const compaction = resolveCompaction(document.compaction, surroundings);
  return {
    planVersion,
    name: document.name ?? '',
    variables,
    ...defined({ inputs }),
    maxConcurrency: document.maxConcurrency ?? defaultMaxConcurrency,
    budget: resolveBudget(document.limits) ?? noBudget,
    limits: surroundings.limits,
    ...defined({ compaction }),
    keepsHistory: isKeepingHistory(document),
    pruneHooks: buildPruneHooks(document),
    tasks: resolveGraph(document.tasks, surroundings),
    library: planLibrary(settings, surroundings),
    memoryIndex: document.memory?.index ?? {},
  };
}

/** The canonical JSON of definitions, of which the built-in ones are the same objects from plan to plan. */
const encoded = new WeakMap<object, string>();

/** The canonical JSON of a plan, whatever of it was written before. */
function encodeDefinition(definition: PlanDefinition): string {
  return encodeMembers(definition, (member, key) =>
    key === 'library' ? encodeMembers(definition.library, encodeOnce) : encodeCanonicalJson(member),
  );
}

function encodeOnce(definition: PlannedDefinition): string {
  const text = encoded.get(definition) ?? encodeCanonicalJson(definition);
  encoded.set(definition, text);
  return text;
}

function encodeMembers<T extends object>(value: T, encode: (member: T[keyof T], key: keyof T) => string): string {
  const keys = (Object.keys(value) as (keyof T & string)[]).filter((key) => value[key] !== undefined);
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${encode(value[key], key)}`)
    .join(',')}}`;
}

function mapInputTypes(inputs: NonNullable<WorkflowDocument['inputs']>): NonNullable<PlanDefinition['inputs']> {
  return Object.fromEntries(Object.entries(inputs).map(([name, { type = 'text' }]) => [name, type]));
}

/** When snapshots are taken, and how long runs are kept. */
function buildKeeping({ checkpoint, retention }: WorkflowDocument): Pick<Plan, 'checkpoint' | 'retention'> {
  const { keepDays = defaultRetention.keepDays, keepLast = defaultRetention.keepLast } = retention ?? {};
  if (checkpoint === undefined) return { checkpoint: defaultCheckpoint, retention: { keepDays, keepLast } };
  const { enabled = true, saveInterval = 'on_task_complete' } = checkpoint;
  const every = typeof saveInterval === 'number' ? saveInterval * 1000 : intervals[saveInterval];
  return { checkpoint: { enabled, every }, retention: { keepDays, keepLast } };
}

const intervals = { on_task_complete: 'task', on_step: 'step' } as const;

/** The hooks that prune after every `every` tasks. A hook without a strategy uses that of the limits. */
function buildPruneHooks({ hooks, limits }: WorkflowDocument): readonly PlannedPruneHook[] {
  const pruneSettings = (hooks?.postTask ?? []).flatMap(({ checkpointAndPrune }) => checkpointAndPrune ?? []);
  return pruneSettings.map(({ every = 1, strategy, keepCount, keep }) => {
    const own = strategy === undefined ? limits?.cleanupStrategy : { type: strategy, keepCount, keep };
    return { every, cleanup: own === undefined ? defaultLimits.cleanup : resolveCleanup(own) };
  });
}
