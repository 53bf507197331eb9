import type { JsonObject } from '@/base/json';
import { type BuiltinDeclaration, builtinDeclarations } from './builtin-declarations';
import { isBuiltinTool } from './builtin-names';
import { findToolOfServer } from './tasks/server-tools';
import { getToolSchema } from './tasks/tool-parameters';
import type { Tool } from './tasks/tools';

/**
 * The tool that a task without a model names: one that is written in the task, one of the workflow, `SERVER.TOOL`, or
 * one that comes with Heddle.
 */
export function findStandaloneTool(
  name: string,
  own: readonly (string | Tool)[],
  tools: Readonly<Record<string, Tool>>,
): Tool | undefined {
  const written = own.find((tool) => typeof tool !== 'string' && tool.name === name);
  if (typeof written === 'object') return written;
  if (Object.hasOwn(tools, name)) return tools[name];
  return findToolOfServer(name, tools) ?? (isBuiltinTool(name) ? { builtin: name } : undefined);
}

/** JSON Schema of a tool's arguments; undefined if only its server knows it. */
export function findToolParameters(tool: Tool): JsonObject | undefined {
  if (tool.builtin !== undefined) {
    const known: Readonly<Record<string, BuiltinDeclaration>> = builtinDeclarations;
    return known[tool.builtin]?.parameters;
  }
  return tool.mcp !== undefined && tool.parameters === undefined ? undefined : getToolSchema(tool);
}
