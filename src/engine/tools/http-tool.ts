import { AppError } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import { createScope, type Environment, selectAuthoredNames } from '@/workflow/expressions/environment';
import { findSecretTarget } from '@/workflow/tasks/secret-target';
import { getToolSchema, listSchemaProperties } from '@/workflow/tasks/tool-parameters';
import type { Tool } from '@/workflow/tasks/tools';
import { selectDeclaredArguments } from './declared-arguments';
import { fillRequest } from './fill-request';
import { buildServerAnswer } from './given-files';
import type { HandlerTool, ToolAnswer } from './handler-tool';
import { openSecrets, selectSecretsFor } from './secrets';
import { createToolAccess, type ToolAccess } from './tool-access';

/** A tool that makes an HTTP request. */
export function createHttpTool(tool: Tool, http: NonNullable<Tool['http']>): HandlerTool {
  return {
    parameters: getToolSchema(tool),
    perform: async (args, { attempt }) => requestHttp(tool, http, args, createToolAccess(attempt)),
  };
}

/** Makes the request of a tool, and returns the answer without secrets. */
export async function requestHttp(
  tool: Tool,
  http: NonNullable<Tool['http']>,
  args: JsonObject,
  { tools, secretOf, environment, timed, keeper, files }: ToolAccess,
): Promise<ToolAnswer> {
  const target = findSecretTarget({ http });
  const secrets = openSecrets(selectSecretsFor(secretOf, target));
  try {
    const request = await fillRequest(http, createToolScope(tool, args, environment), secrets, files);
    secrets.checkAddress(request.url, target);
    const reply = await timed((signal) => tools.http(request, signal));
    const isError = reply.status >= 400;
    const text = isError ? `Status ${reply.status}\n${reply.text}` : reply.text;
    return await buildServerAnswer({ ...reply, text, isError }, secrets, keeper);
  } catch (error) {
    throw strikeSecrets(error, secrets.strike);
  }
}

/**
 * The names for a tool's templates: its declared parameters, null where no argument was given, and outside them the
 * names that the document's author gave the task. An undeclared argument is not a name, even if the schema allows it.
 */
export function createToolScope(tool: Tool, args: JsonObject, environment: Environment): Environment {
  const schema = getToolSchema(tool);
  const none = Object.fromEntries(listSchemaProperties(schema).map((name) => [name, null]));
  return createScope('given', { ...none, ...selectDeclaredArguments(schema, args) }, selectAuthoredNames(environment));
}

/** The same error without secrets. */
export function strikeSecrets(error: unknown, strike: (text: string) => string): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, advice, retryable, details } = error;
  return new AppError(code, strike(message), { advice, retryable, details });
}
