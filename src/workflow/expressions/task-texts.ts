import type { z } from 'zod';
import type { Json, JsonObject } from '@/base/json';
import type { DocumentPath } from '../diagnostic';
import { mayBeSkipped } from '../graph/result-shape';
import { type Beside, findIdBefore, type Scope } from '../graph/scope';
import type { TaskScope } from '../graph/task-scopes';
import { mapField, mapItems, mapMembers } from '../map-same';
import type { Input, Task, TaskOf, TaskType } from '../tasks';
import type { Attachment } from '../tasks/attachments';
import type { Agent, systemSchema } from '../tasks/common';
import { findInputTask, readFrom } from '../tasks/input-kind';
import type { ScriptBody } from '../tasks/script-body';
import type { Tool } from '../tasks/tools';
import { hasTrait, type TypeWithTexts } from '../tasks/traits';
import { keptFields } from './environment';

/**
 * Visits each text that may hold names. Each method gets the scope and the path of the text as a file has it, and
 * returns the new text.
 */
export interface TextVisitor {
  template(text: string, scope: Scope, path: DocumentPath): string;
  expression(source: string, scope: Scope, path: DocumentPath): string;
  /** The reference of `{from: …}`. */
  reference(reference: string, scope: Scope, path: DocumentPath): string;
}

/** The extra names for an expression over the task's own result. */
const ownResult = ['output', 'content', 'status'];
/** The extra names for the test of a case: the earlier result. */
const earlierResult = ['output', 'content'];
/** The names for `keep`: the fields of one output, and nothing else. */
export const keptScope: Scope = { bindings: keptFields };

/**
 * Walks every template, expression and reference in the task's own fields, for everything that reads or rewrites them;
 * `mapWithin` does so for the tasks within it too. Returns the rewritten task: the same object if no text changed.
 */
export function mapTexts<T extends Task>(task: T, place: TaskScope, visit: TextVisitor): T {
  const { path, before, within } = place;
  const after: Scope = {
    bindings: task.type === 'pipeline' ? [...ownResult, 'state', 'step'] : ownResult,
    result: task,
    outer: within,
  };
  const prompt = (text: string, ...at: DocumentPath) => visit.template(text, within, [...path, ...at]);

  let next: Task = task;
  next = mapField(next, 'description', (text) => prompt(text, 'description'));
  next = mapField(next, 'system', (system) => mapSystem(system, within, visit, [...path, 'system']));
  next = mapField(next, 'agent', (agent) =>
    typeof agent === 'string' ? agent : mapAgent(agent, within, visit, [...path, 'agent']),
  );
  next = mapField(next, 'expectedOutput', (text) => prompt(text, 'expected_output'));
  next = mapField(next, 'inputs', (inputs) =>
    mapMembers(inputs, (input, name) => mapInput(input, before, visit, [...path, 'inputs', name])),
  );
  next = mapField(next, 'variables', (variables) =>
    mapMembers(variables, (value, name) => mapLiteral(value as Json, before, visit, [...path, 'variables', name])),
  );
  next = mapField(next, 'condition', (source) => visit.expression(source, within, [...path, 'condition']));
  next = mapField(next, 'validate', (source) => visit.expression(source, after, [...path, 'validate']));
  next = mapField(next, 'returns', (returns) =>
    mapMembers(returns, (source, name) => visit.expression(source, after, [...path, 'returns', name])),
  );
  next = mapField(next, 'loop', (loop) => {
    const tested = mapField(loop, 'condition', (source) =>
      visit.expression(source, loop.type === 'until' ? after : within, [...path, 'loop', 'condition']),
    );
    return mapField(tested, 'state', (state) =>
      mapMembers(state, (source, name) => visit.expression(source, after, [...path, 'loop', 'state', name])),
    );
  });
  next = mapField(next, 'tools', (tools) => mapTools(tools, within, visit, [...path, 'tools']));
  next = mapField(next, 'limits', (limits) =>
    mapField(limits, 'cleanupStrategy', (cleanup) =>
      typeof cleanup === 'string'
        ? cleanup
        : mapField(cleanup, 'keep', (source) =>
            visit.expression(source, keptScope, [...path, 'limits', 'cleanup_strategy', 'keep']),
          ),
    ),
  );
  const own = hasTrait(next, 'hasTexts') ? (ownTexts[next.type] as MapOwn<TypeWithTexts>)(next, place, visit) : next;
  return own as T;
}

type MapOwn<K extends TaskType> = (task: TaskOf<K>, place: TaskScope, visit: TextVisitor) => TaskOf<K>;

/** The texts in the own fields of each type. */
const ownTexts: { readonly [K in TypeWithTexts]: MapOwn<K> } = {
  atomic: (task, { path, within }, visit) =>
    mapField(task, 'attachments', (all) =>
      mapItems(all, (one, index) => mapAttachment(one, within, visit, [...path, 'attachments', index])),
    ),
  script: (task, { path, within }, visit) =>
    mapField(task, 'script', (script) => mapScript(script, within, visit, [...path, 'script'])),
  map: (task, { path, within }, visit) =>
    mapField(task, 'items', (items) => mapFrom(items, within, visit, [...path, 'items'])),
  reduce: (task, { path, within }, visit) =>
    mapField(task, 'items', (items) => mapFrom(items, within, visit, [...path, 'items'])),
  cond: (task, { path, within, beside }, visit) => {
    const scope: Scope = { bindings: earlierResult, result: findResultBefore(task, beside), outer: within };
    return mapField(task, 'cases', (cases) =>
      mapItems(cases, (one, index) =>
        mapField(one, 'test', (source) => visit.expression(source, scope, [...path, 'cases', index, 'test'])),
      ),
    );
  },
  pipeline: (task, { path, within }, visit) => {
    const planned = mapField(task, 'plan', (plan) => {
      const at = [...path, 'plan'];
      if (Array.isArray(plan)) return mapItems(plan, (step, index) => visit.template(step, within, [...at, index]));
      if ('repeat' in plan) return mapField(plan, 'step', (step) => visit.template(step, within, [...at, 'step']));
      return mapFrom(plan, within, visit, at);
    });
    const stated = mapField(planned, 'state', (state) => mapFrom(state, within, visit, [...path, 'state']));
    return mapField(stated, 'stateTemplate', (text) => visit.template(text, within, [...path, 'state_template']));
  },
  call: (task, place, visit) => mapField(task, 'args', (args) => mapArguments(args, place, visit)),
  ask: (task, { path, within }, visit) => {
    const told = mapField(task, 'message', (text) => visit.template(text, within, [...path, 'message']));
    return mapField(told, 'form', (form) =>
      mapMembers(form, (field, name) =>
        mapField(field, 'default', (value) =>
          mapLiteral(value as Json, within, visit, [...path, 'form', name, 'default']),
        ),
      ),
    );
  },
  tool: (task, place, visit) => mapField(task, 'args', (args) => mapArguments(args, place, visit)),
  associative_memory: (task, { path, within }, visit) =>
    mapField(task, 'query', (text) => visit.template(text, within, [...path, 'query'])),
};

/** The result that `output` in the test of a case is of, if it is certain before the run. */
function findResultBefore(task: Task, beside: Beside | undefined): Scope['result'] {
  const id = findIdBefore(task, beside);
  if (id === undefined || beside === undefined) return undefined;
  const before = beside.siblings.tasks[id];
  return before === undefined || mayBeSkipped(before) ? undefined : { siblings: beside.siblings, id };
}

function mapAttachment(attachment: Attachment, scope: Scope, visit: TextVisitor, path: DocumentPath): Attachment {
  if (typeof attachment === 'string') return visit.template(attachment, scope, path);
  if ('from' in attachment) return mapFrom(attachment, scope, visit, path);
  return mapField(attachment, 'glob', (glob) => visit.template(glob, scope, [...path, 'glob']));
}

/** Visits the templates of an agent: its system prompt, and the tools that are written in it. */
export function mapAgent<T extends Pick<Agent, 'system' | 'tools'>>(
  agent: T,
  scope: Scope,
  visit: TextVisitor,
  path: DocumentPath,
): T {
  const own: Pick<Agent, 'system' | 'tools'> = agent;
  const told = mapField(own, 'system', (system) => mapSystem(system, scope, visit, [...path, 'system']));
  return mapField(told, 'tools', (tools) => mapTools(tools, scope, visit, [...path, 'tools'])) as T;
}

type System = z.infer<typeof systemSchema>;
type SystemPart = Exclude<System, readonly unknown[]>;

function mapSystem(system: System, scope: Scope, visit: TextVisitor, path: DocumentPath): System {
  if (Array.isArray(system)) {
    return mapItems(system, (part, index) => mapSystemPart(part, scope, visit, [...path, index]));
  }
  return mapSystemPart(system, scope, visit, path);
}

function mapSystemPart(part: SystemPart, scope: Scope, visit: TextVisitor, path: DocumentPath): SystemPart {
  if (typeof part === 'string') return visit.template(part, scope, path);
  return mapField(part, 'value', (text) => visit.template(text, scope, [...path, 'value']));
}

function mapTools(tools: (string | Tool)[], scope: Scope, visit: TextVisitor, path: DocumentPath): (string | Tool)[] {
  return mapItems(tools, (tool, index) =>
    typeof tool === 'string' ? tool : mapTool(tool, scope, visit, [...path, index]),
  );
}

/** Visits the templates of a tool, which see its parameters first, and secrets if the tool calls a server. */
export function mapTool(tool: Tool, scope: Scope, visit: TextVisitor, path: DocumentPath): Tool {
  const properties = tool.parameters?.['properties'];
  const isIncluded = typeof properties === 'object' && properties !== null;
  const inner: Scope = { ...(isIncluded ? { inputs: properties } : { isOpen: true }), outer: scope };
  const withSecrets: Scope = { ...inner, hasSecrets: true };
  const mapTemplate = (text: string, ...at: DocumentPath) => visit.template(text, withSecrets, [...path, ...at]);
  const address = (text: string, ...at: DocumentPath) =>
    visit.template(text, { ...withSecrets, isAddress: true }, [...path, ...at]);
  let next = mapField(tool, 'http', (http) => {
    const url = mapField(http, 'url', (text) => address(text, 'http', 'url'));
    const headers = mapField(url, 'headers', (all) =>
      mapMembers(all, (text, name) => mapTemplate(text, 'http', 'headers', name)),
    );
    const query = mapField(headers, 'query', (all) =>
      mapMembers(all, (text, name) => mapTemplate(text, 'http', 'query', name)),
    );
    const form = mapField(query, 'form', (all) =>
      mapMembers(all, (field, name) =>
        typeof field === 'string'
          ? mapTemplate(field, 'http', 'form', name)
          : mapField(field, 'file', (text) => mapTemplate(text, 'http', 'form', name, 'file')),
      ),
    );
    return mapField(form, 'body', (body) => mapLiteral(body, withSecrets, visit, [...path, 'http', 'body']));
  });
  next = mapField(next, 'mcp', (mcp) => {
    const url = mapField(mcp, 'url', (text) => address(text, 'mcp', 'url'));
    const args = mapField(url, 'args', (all) =>
      mapItems(all, (text, index) => mapTemplate(text, 'mcp', 'args', index)),
    );
    const env = mapField(args, 'env', (all) => mapMembers(all, (text, name) => mapTemplate(text, 'mcp', 'env', name)));
    return mapField(env, 'headers', (all) =>
      mapMembers(all, (text, name) => mapTemplate(text, 'mcp', 'headers', name)),
    );
  });
  return mapField(next, 'script', (script) => mapScript(script, inner, visit, [...path, 'script']));
}

function mapScript(script: ScriptBody, scope: Scope, visit: TextVisitor, path: DocumentPath): ScriptBody {
  const fed = mapField(script, 'stdin', (text) => visit.template(text, scope, [...path, 'stdin']));
  return mapField(fed, 'env', (env) =>
    mapMembers(env, (text, name) => visit.template(text, scope, [...path, 'env', name])),
  );
}

function mapInput(input: Input, scope: Scope, visit: TextVisitor, path: DocumentPath): Input {
  return findInputTask(input) === undefined ? mapArgument(input as Json, scope, visit, path) : input;
}

function mapArguments(args: JsonObject, { path, within }: TaskScope, visit: TextVisitor): Record<string, Json> {
  return mapMembers(args, (arg, name) => mapArgument(arg, within, visit, [...path, 'args', name]));
}

/** Visits `{from: …}`, or a literal in which every text is a template, at any depth. */
function mapArgument(value: Json, scope: Scope, visit: TextVisitor, path: DocumentPath): Json {
  return readFrom(value) === undefined ? mapLiteral(value, scope, visit, path) : mapFrom(value, scope, visit, path);
}

/** Visits `{from: …}`; literals are left as they are. */
function mapFrom<T extends Json>(value: T, scope: Scope, visit: TextVisitor, path: DocumentPath): T {
  const from = readFrom(value);
  if (from === undefined) return value;
  const next = visit.reference(from, scope, [...path, 'from']);
  return next === from ? value : ({ from: next } as unknown as T);
}

/** Visits every text of a literal, at any depth: each is a template. */
export function mapLiteral(value: Json, scope: Scope, visit: TextVisitor, path: DocumentPath): Json {
  if (typeof value === 'string') return visit.template(value, scope, path);
  if (value === null || typeof value !== 'object') return value;
  const inner = (child: Json, key: string | number) => mapLiteral(child, scope, visit, [...path, key]);
  return Array.isArray(value) ? mapItems(value, inner) : mapMembers(value as JsonObject, inner);
}
