import { computeOnce } from '@/base/compute-once';
import { hashValue } from '@/base/hash';
import type { Json } from '@/base/json';
import { makeLineVisible } from '@/base/visible-text';
import { walkCalledTasks } from '@/plan/model-refusals';
import type { Plan } from '@/plan/plan';
import { listWorkflowTools } from '@/plan/resolve/resolve-tools';
import type { ScriptBody } from '@/workflow/tasks/script-body';
import { isAllOfServer } from '@/workflow/tasks/server-tools';
import type { Tool } from '@/workflow/tasks/tools';
import type { PreparedCase } from './prepare-case';

/** What a test with `tools: live` may do outside: call a tool, or run a script. */
export interface LiveAct {
  readonly kind: 'tool' | 'script';
  /** Name of the tool; of a script the path of its task. */
  readonly name: string;
  /** Where it goes and how, as it is written: `POST https://shop.example/{{id}}`. */
  readonly target: string;
  /** What the workflow says that it does; undefined: nothing. */
  readonly description: string | undefined;
  /** Whether it stands for all tools of a server, which have names of their own. */
  readonly isWhole: boolean;
  /** Hash of all that is written of it: consent is given to just that. */
  readonly key: string;
}

/** What a case may do outside: empty unless its test says `tools: live`. What a mock answers is left out. */
export function listLiveActs({ found: { test }, plan }: Pick<PreparedCase, 'found' | 'plan'>): readonly LiveAct[] {
  if (test.tools !== 'live') return [];
  const mocked = test.mock?.tools ?? {};
  return listActs(plan).filter(({ kind, name }) => kind === 'script' || !Object.hasOwn(mocked, name));
}

/** What a run of a plan may do outside, each once, in the order of the tasks. */
const listActs = computeOnce((plan: Plan): readonly LiveAct[] => {
  const found = new Map<string, LiveAct>();
  const take = (act: LiveAct | undefined) => {
    if (act !== undefined && !found.has(act.key)) found.set(act.key, act);
  };
  for (const [taskPath, task] of walkCalledTasks(plan)) {
    if (task.disabled || task.pinned !== undefined) continue;
    if (task.type === 'script' && task.script !== undefined) take(describeScript(taskPath, task.script));
    if ('tools' in task) for (const { name, tool } of task.tools ?? []) take(describeTool(name, tool));
    // What a task is replaced by may use any tool of the workflow.
    const ofAll = task.type === 'reparse' ? listWorkflowTools(plan.settings) : [];
    for (const { name, tool } of ofAll) take(describeTool(name, tool));
  }
  return [...found.values()];
});

/** Undefined: nothing outside; a tool of Heddle, or one that the maker of the model performs in its call. */
function describeTool(name: string, tool: Tool): LiveAct | undefined {
  const { http, mcp, script, description } = tool;
  // Whether a person has to approve a call changes nothing of what it does.
  const { approve: _approve, ...written } = tool;
  const act = { name, description, isWhole: isAllOfServer(tool), key: hashValue([name, written] as Json) };
  if (script !== undefined) return { kind: 'script', ...act, target: describeLanguage(script) };
  if (http !== undefined) return { kind: 'tool', ...act, target: describeRequest(http) };
  if (mcp === undefined) return undefined;
  const server = mcp.command === undefined ? (mcp.url ?? '') : [mcp.command, ...(mcp.args ?? [])].join(' ');
  const which = act.isWhole ? 'any tool' : (mcp.tool ?? name);
  return { kind: 'tool', ...act, target: `${which} of the server ${server}` };
}

function describeRequest({ method, url, body, form }: NonNullable<Tool['http']>): string {
  return `${method ?? (body === undefined && form === undefined ? 'GET' : 'POST')} ${url}`;
}

function describeScript(taskPath: string, script: ScriptBody): LiveAct {
  const key = hashValue([taskPath, script] as Json);
  const target = describeLanguage(script);
  return { kind: 'script', name: taskPath, target, description: undefined, isWhole: false, key };
}

const describeLanguage = ({ language = 'bash' }: ScriptBody): string =>
  language === 'bash' ? 'a script in bash' : 'a script in JavaScript';

/** An act in a sentence: `refund (POST https://shop.example/{{id}})`. A workflow from anybody hides nothing in it. */
export const formatLiveAct = ({ name, target }: LiveAct): string => makeLineVisible(`${name} (${target})`, 500);

/** Why a case is not run: what it would do that nobody allowed. Undefined: all of it is allowed. */
export function explainForbidden(prepared: PreparedCase, isAllowed: (act: LiveAct) => boolean): string | undefined {
  const acts = listLiveActs(prepared).filter((act) => !isAllowed(act));
  if (acts.length === 0) return undefined;
  return `It was not run: you did not allow what its tools: live performs, ${acts.map(formatLiveAct).join(', ')}.`;
}

/**
 * Whether what a case does of a kind is performed: all of it is allowed, or none is. Without `isAllowed` all is.
 */
export function isKindAllowed(
  kind: LiveAct['kind'],
  acts: readonly LiveAct[],
  isAllowed: ((act: LiveAct) => boolean) | undefined,
): boolean {
  const ofKind = acts.filter((act) => act.kind === kind);
  return isAllowed === undefined || (ofKind.length > 0 && ofKind.every(isAllowed));
}

/** What kind of act a call of a tool by that name is; undefined: it is none of these. */
export function findActKind(tool: string, acts: readonly LiveAct[]): LiveAct['kind'] | undefined {
  return (acts.find(({ name }) => name === tool) ?? acts.find(({ isWhole }) => isWhole))?.kind;
}
