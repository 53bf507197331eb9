import { Validator } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { roundWholeNumbers } from '@/base/rounded-json';
import { standaloneToolNames } from '../builtin-names';
import type { DocumentPath } from '../diagnostic';
import { findTopTask } from '../document';
import type { TaskScope } from '../graph/task-scopes';
import { allowNullable } from '../nullable-schema';
import { findStandaloneTool, findToolParameters } from '../standalone-tool';
import type { Task, TaskOf } from '../tasks';
import { readFrom } from '../tasks/input-kind';
import { isAllOfServer } from '../tasks/server-tools';
import { listSchemaProperties } from '../tasks/tool-parameters';
import type { Tool } from '../tasks/tools';
import { type Checking, formatGuess } from './checking';

/** Checks which tool a tool task performs, and whether its arguments are what the tool takes. */
export function checkToolTask(checking: Checking, task: Task, { path }: TaskScope): void {
  if (task.type !== 'tool' || task.tool === undefined) return;
  const name = task.tool;
  const tool = findToolNamed(checking, task, name);
  if (tool === undefined) {
    const { tools = {} } = checking.document;
    const listToolNameCandidates = () => [...listOwnTools(task).keys(), ...Object.keys(tools), ...standaloneToolNames];
    checking.reportUnknown('HED311', [...path, 'tool'], `No tool “${name}”.`, name, listToolNameCandidates);
    return;
  }
  const problem = explainNotStandalone(name, tool);
  if (problem !== undefined) checking.report('HED316', [...path, 'tool'], problem);
  const schema = problem === undefined ? findToolParameters(tool) : undefined;
  if (schema !== undefined) checkArguments(checking, task, schema, path);
}

function findToolNamed(checking: Checking, { tools: own = [] }: Task, name: string): Tool | undefined {
  return findStandaloneTool(name, own, checking.document.tools ?? {}) ?? findWrittenTool(checking, name);
}

/** The tools that are written in the task. */
function listOwnTools({ tools = [] }: Pick<Task, 'tools'>): ReadonlyMap<string, Tool> {
  return new Map(tools.flatMap((tool) => (typeof tool === 'string' || !tool.name ? [] : [[tool.name, tool]])));
}

/** The tool that `task.ID.TOOL` names: it is written in another task. Ids and names may contain dots. */
function findWrittenTool(checking: Checking, name: string): Tool | undefined {
  if (!name.startsWith('task.')) return undefined;
  checking.isBound = true;
  const [, ...parts] = name.split('.');
  for (const index of parts.keys()) {
    const task = findTopTask(checking.document, parts.slice(0, index).join('.'));
    const tool = task && listOwnTools(task).get(parts.slice(index).join('.'));
    if (tool !== undefined) return tool;
  }
  return undefined;
}

/** Why a task cannot perform a tool without a model; undefined if it can. */
function explainNotStandalone(name: string, tool: Tool): string | undefined {
  if (tool.type !== undefined) return `“${name}” is performed by the maker of a model. Only a prompt can use it.`;
  if (isAllOfServer(tool)) return `“${name}” is a server with many tools. Name one of them: ${name}.TOOL.`;
  if (tool.builtin === undefined || standaloneToolNames.includes(tool.builtin)) return undefined;
  const usable = standaloneToolNames.join(', ');
  return `“${tool.builtin}” works in a conversation with a model only. Without one, these do: ${usable}.`;
}

function checkArguments(
  checking: Checking,
  { tool, args = {} }: TaskOf<'tool'>,
  schema: JsonObject,
  path: DocumentPath,
): void {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const missing = required.filter((name) => typeof name === 'string' && !Object.hasOwn(args, name));
  if (missing.length > 0) {
    const add = `Add ${missing.length > 1 ? 'them' : 'it'} to args.`;
    checking.report('HED314', [...path, 'args'], `“${tool}” needs ${missing.join(', ')}. ${add}`);
  }
  const known = listSchemaProperties(schema);
  const properties = isJsonObject(schema['properties'] ?? null) ? (schema['properties'] as JsonObject) : {};
  for (const [name, value] of Object.entries(args)) {
    const at = [...path, 'args', name];
    if (known.includes(name)) {
      const wrong = findArgumentProblem(properties[name] ?? {}, value as Json);
      if (wrong !== undefined) checking.report('HED314', at, `“${name}” is not what “${tool}” takes: ${wrong}`);
    } else if (schema['additionalProperties'] === false) {
      const guess = checking.guess(name, () => known);
      checking.report('HED314', at, `“${tool}” has no parameter “${name}”.${formatGuess(guess)}`);
    }
  }
}

/** What is wrong with a literal argument. References and templates have a value only in a run. */
function findArgumentProblem(schema: Json, value: Json): string | undefined {
  if (readFrom(value) !== undefined || encodeJson(value).includes('{{')) return undefined;
  if (typeof schema !== 'boolean' && !isJsonObject(schema)) return undefined;
  try {
    const checked = typeof schema === 'boolean' ? schema : roundWholeNumbers(allowNullable(schema));
    const { errors } = new Validator(checked, '2020-12').validate(roundWholeNumbers(value));
    return errors[0]?.error;
  } catch {
    // A schema that refers to other parts of the whole one is checked when the tool is called.
    return undefined;
  }
}
