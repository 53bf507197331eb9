import type { z } from 'zod';
import type { Json, JsonObject } from '@/base/json';
import { snakeCase } from '@/base/snake-case';
import type { DocumentPath } from '../diagnostic';
import { type Input, type Task, taskSchemas } from '../tasks';
import type { Agent, systemSchema } from '../tasks/common';

/**
 * Where a text of a task stands, which decides what it may name. `inputs`: the task's own inputs are not there yet.
 * `condition`: before the task. `result`: after it. `nested`: in a part that is not run yet, with scopes of its own.
 */
export type TextPlace = 'prompt' | 'inputs' | 'condition' | 'result' | 'nested';

/**
 * What to do with each text that may name something. Each method gives the text that stands there afterwards; the path is
 * that of the text within its task, as a file has it.
 */
export interface TextVisitor {
  template(text: string, place: TextPlace, path: DocumentPath): string;
  expression(source: string, place: TextPlace, path: DocumentPath): string;
  /** The reference of an input: `{from: …}`. */
  reference(reference: string, place: TextPlace, path: DocumentPath): string;
}

type System = z.infer<typeof systemSchema>;
type SystemPart = Exclude<System, readonly unknown[]>;
const conditionKeys: ReadonlySet<string> = new Set(['condition', 'test', 'until', 'keep', 'validate']);

/**
 * Walks every template, expression and reference of a task, in one place for all who read or rewrite them. Gives the
 * rewritten task: the same object if no text changed.
 */
export function mapTexts(task: Task, visit: TextVisitor): Task {
  const prompt = (text: string, ...path: string[]) => visit.template(text, 'prompt', path);
  const patch: Record<string, unknown> = {};
  const set = <T>(key: string, value: T | undefined, map: (value: T) => T) => {
    if (value === undefined) return;
    const mapped = map(value);
    if (mapped !== value) patch[key] = mapped;
  };

  set('description', task.description, (text) => prompt(text, 'description'));
  set('system', task.system, (system) => mapSystem(system, visit, ['system']));
  set('agent', task.agent, (agent) => (typeof agent === 'string' ? agent : mapAgent(agent, visit, ['agent'])));
  set('expectedOutput', task.expectedOutput, (text) => prompt(text, 'expected_output'));
  set('inputs', task.inputs, (inputs) => mapMembers(inputs, (input, name) => mapInput(input, visit, ['inputs', name])));
  set('condition', task.condition, (source) => visit.expression(source, 'condition', ['condition']));
  set('validate', task.validate, (source) => visit.expression(source, 'result', ['validate']));
  set('returns', task.returns, (returns) =>
    mapMembers(returns, (source, name) => visit.expression(source, 'result', ['returns', name])),
  );
  set('loop', task.loop, (loop) => mapNested(loop as JsonObject, visit, ['loop']) as typeof loop);
  if (task.type === 'script') {
    set('script', task.script, (script) => {
      const stdin = script.stdin === undefined ? undefined : prompt(script.stdin, 'script', 'stdin');
      const env = script.env && mapMembers(script.env, (text, name) => prompt(text, 'script', 'env', name));
      if (stdin === script.stdin && env === script.env) return script;
      return { ...script, ...(stdin === undefined ? {} : { stdin }), ...(env === undefined ? {} : { env }) };
    });
  } else if (task.type !== 'atomic') {
    const { type: _type, ...shape } = taskSchemas[task.type].shape;
    const fields = task as Readonly<Record<string, unknown>>;
    for (const field of Object.keys(shape).filter((name) => !Object.hasOwn(taskSchemas.atomic.shape, name))) {
      set(field, fields[field] as Json | undefined, (value) => mapNested(value, visit, [snakeCase(field)]));
    }
  }
  return Object.keys(patch).length === 0 ? task : ({ ...task, ...patch } as Task);
}

/** The templates of an agent: its system prompt. */
export function mapAgent(agent: Agent, visit: TextVisitor, path: DocumentPath): Agent {
  if (agent.system === undefined) return agent;
  const system = mapSystem(agent.system, visit, [...path, 'system']);
  return system === agent.system ? agent : { ...agent, system };
}

function mapSystem(system: System, visit: TextVisitor, path: DocumentPath): System {
  if (Array.isArray(system)) return mapItems(system, (part, index) => mapSystemPart(part, visit, [...path, index]));
  return mapSystemPart(system, visit, path);
}

function mapSystemPart(part: SystemPart, visit: TextVisitor, path: DocumentPath): SystemPart {
  if (typeof part === 'string') return visit.template(part, 'prompt', path);
  const value = visit.template(part.value, 'prompt', [...path, 'value']);
  return value === part.value ? part : { ...part, value };
}

function mapInput(input: Input, visit: TextVisitor, path: DocumentPath): Input {
  const single =
    typeof input === 'object' && input !== null && !Array.isArray(input) && Object.keys(input).length === 1;
  if (single && 'from' in input && typeof input.from === 'string') {
    const from = visit.reference(input.from, 'inputs', [...path, 'from']);
    return from === input.from ? input : { from };
  }
  if (single && 'task' in input) return mapNested(input as Json, visit, path) as Input;
  return mapLiteral(input as Json, visit, path);
}

/** A literal input: every text in it is a template, however deep. */
function mapLiteral(value: Json, visit: TextVisitor, path: DocumentPath): Json {
  if (typeof value === 'string') return visit.template(value, 'inputs', path);
  return mapChildren(value, (child, key) => mapLiteral(child, visit, [...path, key]));
}

/** A part that is kept as it was written: what a text in it is, is told by its key. */
function mapNested(value: Json, visit: TextVisitor, path: DocumentPath): Json {
  if (typeof value === 'string') {
    const key = path.at(-1);
    if (key === 'from' || key === 'source_var') return visit.reference(value, 'nested', path);
    if (path.at(-2) === 'returns' || (typeof key === 'string' && conditionKeys.has(key))) {
      return visit.expression(value, 'nested', path);
    }
    return visit.template(value, 'nested', path);
  }
  return mapChildren(value, (child, key) => mapNested(child, visit, [...path, key]));
}

function mapChildren(value: Json, map: (child: Json, key: string | number) => Json): Json {
  if (Array.isArray(value)) return mapItems(value, map);
  if (value === null || typeof value !== 'object') return value;
  return mapMembers(value as JsonObject, map);
}

function mapItems<T>(items: readonly T[], map: (item: T, index: number) => T): T[] {
  const mapped = items.map(map);
  return mapped.every((item, index) => item === items[index]) ? (items as T[]) : mapped;
}

function mapMembers<T>(record: Readonly<Record<string, T>>, map: (value: T, name: string) => T): Record<string, T> {
  const entries = Object.entries(record).map(([name, value]) => [name, map(value, name)] as const);
  return entries.every(([name, value]) => value === record[name]) ? record : Object.fromEntries(entries);
}
