import type { JsonObject } from '@/base/json';
import { type BuiltinDeclaration, builtinDeclarations } from '@/workflow/builtin-declarations';
import { isBuiltinTool } from '@/workflow/builtin-names';
import { isAllOfServer } from '@/workflow/tasks/server-tools';
import { getToolSchema } from '@/workflow/tasks/tool-parameters';
import type { Tool } from '@/workflow/tasks/tools';
import type { PlannedTool } from '../plan';

/** A tool as it is declared to a model. */
export interface DeclaredTool extends BuiltinDeclaration {
  readonly name: string;
}

/**
 * Declares a tool from the document; undefined if its kind is unknown, or if it stands for all tools of a server. What
 * a server says of its tools is known only in the run.
 */
export function declareTool({ safeName, tool }: PlannedTool): DeclaredTool | undefined {
  const { http, script, mcp, builtin, description } = tool;
  if (builtin !== undefined) {
    const known = findBuiltinDeclaration(builtin);
    return known && { name: safeName, description: description ?? known.description, parameters: known.parameters };
  }
  if (isAllOfServer(tool) || (http === undefined && script === undefined && mcp === undefined)) return undefined;
  const parameters = mcp === undefined ? getToolSchema(tool) : (findDocumentedParameters(tool) ?? { type: 'object' });
  return { name: safeName, description: description ?? '', parameters };
}

/** The parameters that the document declares for a tool, if any. */
export function findDocumentedParameters(tool: Pick<Tool, 'parameters'>): JsonObject | undefined {
  return tool.parameters === undefined ? undefined : getToolSchema(tool);
}

/** Whether a server must be asked to describe the tool. */
export function needsServer({ tool: { mcp, description, parameters } }: PlannedTool): boolean {
  return mcp !== undefined && (description === undefined || parameters === undefined);
}

function findBuiltinDeclaration(name: string): BuiltinDeclaration | undefined {
  return isBuiltinTool(name) ? builtinDeclarations[name as keyof typeof builtinDeclarations] : undefined;
}
