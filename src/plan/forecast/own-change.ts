import type { PlannedTask } from '../plan';

/** How a planned task differs from that of an earlier run, apart from its parts. */
export interface OwnChange {
  /** Whether a difference is part of each request, so that no recorded answer fits. */
  readonly isAsked: boolean;
  /** Whether all differences are parts of requests: how often it asks, and what it does with answers, is as before. */
  readonly isRequestOnly: boolean;
  /** The fields of the plan that differ. */
  readonly fields: readonly string[];
}

/**
 * Fields on which no request and no result depends: position, names for people, order, patience, and where things are
 * kept. (`needs` is compared by the names of the tasks.)
 */
const ignored: ReadonlySet<string> = new Set([
  'index',
  'order',
  'wave',
  'needs',
  'reads',
  'label',
  'subtype',
  'priority',
  'retry',
  'budget',
  'checkpoint',
  'disabled',
  'breakpoint',
  'output',
  'tier',
  'cache',
  'reuse',
  'fallbacks',
  'fallsBackOnRefusal',
  'inputTimeoutMs',
  'isRead',
  'maxConcurrency',
  'stepRetries',
  'pipelineId',
  'limits.timeoutMs',
  'limits.warningThreshold',
  'limits.externalStorageDir',
  'limits.compressExternal',
  'limits.cleanup',
  'script.timeoutMs',
]);

/** Fields in the hash of each request, by type (`engine/handler/call-model.ts`, `engine/effects/run-script.ts`). */
const inRequests: Partial<Record<PlannedTask['type'], ReadonlySet<string>>> = {
  atomic: new Set([
    'prompt',
    'model',
    'options',
    'reasoningEffort',
    'outputSchema',
    'system',
    'instructions',
    'expectedOutput',
    'tools',
    'limits.maxOutputTokens',
  ]),
  script: new Set(['script.content', 'script.language', 'script.env', 'script.stdin', 'tools']),
};

/** Fields whose parts are compared one by one. */
const splitFields: ReadonlySet<string> = new Set(['limits', 'script']);

/** What each task of an earlier run was compared with last. */
const compared = new WeakMap<PlannedTask, { readonly task: PlannedTask; readonly change: OwnChange | undefined }>();

/**
 * Compares a planned task with that of an earlier run. Undefined: every request and result would be the same. After an
 * edit, only what changed is compared anew.
 */
export function findOwnChange(before: PlannedTask, task: PlannedTask): OwnChange | undefined {
  const known = compared.get(before);
  if (known?.task === task) return known.change;
  const change = comparePlannedTasks(before, task);
  compared.set(before, { task, change });
  return change;
}

function comparePlannedTasks(before: PlannedTask, task: PlannedTask): OwnChange | undefined {
  if (before === task) return undefined;
  if (before.type !== task.type) return { isAsked: true, isRequestOnly: false, fields: ['type'] };
  const fields = listDifferingFields(before, task, '');
  if (fields.length === 0) return undefined;
  const isInRequest = (field: string) => inRequests[task.type]?.has(field) === true;
  return { isAsked: fields.some(isInRequest), isRequestOnly: fields.every(isInRequest), fields };
}

/** The fields in which two objects differ. */
function listDifferingFields(before: object, after: object, prefix: string): readonly string[] {
  const [was, is] = [before as Fields, after as Fields];
  const fields: string[] = [];
  for (const name in { ...was, ...is }) {
    const field = `${prefix}${name}`;
    if (ignored.has(field) || isAlike(was[name], is[name])) continue;
    if (splitFields.has(field)) fields.push(...listDifferingFields(was[name] ?? {}, is[name] ?? {}, `${field}.`));
    else fields.push(field);
  }
  return fields;
}

type Fields = Readonly<Record<string, object | undefined>>;

/** Whether two values of a plan are equal, apart from the tasks in them: parts are compared on their own. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (isTask(one) || isTask(other)) return isTask(one) && isTask(other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return (
    names.length === others.length &&
    names.every((name) => Object.hasOwn(other, name) && isAlike(one[name as never], other[name as never]))
  );
}

function isTask(value: object): boolean {
  return 'wave' in value && 'inputTasks' in value;
}
