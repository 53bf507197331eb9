import { AppError } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import { authoredNames, type Environment, scopeOf } from '@/workflow/expressions/environment';
import { secretTarget } from '@/workflow/tasks/secret-target';
import { parametersOf, propertiesOf } from '@/workflow/tasks/tool-parameters';
import type { Tool } from '@/workflow/tasks/tools';
import { declaredArguments } from './declared-arguments';
import { fillRequest } from './fill-request';
import { answerOf } from './given-files';
import type { HandlerTool, ToolAnswer } from './handler-tool';
import { openSecrets, secretsFor } from './secrets';
import { accessOf, type ToolAccess } from './tool-access';

/** A tool that makes an HTTP request. */
export function httpTool(tool: Tool, http: NonNullable<Tool['http']>): HandlerTool {
  return {
    parameters: parametersOf(tool),
    perform: async (args, { attempt }) => requestHttp(tool, http, args, accessOf(attempt)),
  };
}

/** Makes the request of a tool, and returns the answer without secrets. */
export async function requestHttp(
  tool: Tool,
  http: NonNullable<Tool['http']>,
  args: JsonObject,
  { tools, secretOf, environment, timed, keeper, files }: ToolAccess,
): Promise<ToolAnswer> {
  const target = secretTarget({ http });
  const secrets = openSecrets(secretsFor(secretOf, target));
  try {
    const request = await fillRequest(http, scopeWith(tool, args, environment), secrets, files);
    secrets.checkAddress(request.url, target);
    const reply = await timed((signal) => tools.http(request, signal));
    const isError = reply.status >= 400;
    const text = isError ? `Status ${reply.status}\n${reply.text}` : reply.text;
    return await answerOf({ ...reply, text, isError }, secrets, keeper);
  } catch (error) {
    throw struck(error, secrets.strike);
  }
}

/**
 * The names for a tool's templates: its declared parameters, null where no argument was given, and outside them the
 * names that the document's author gave the task. An undeclared argument is not a name, even if the schema allows it.
 */
export function scopeWith(tool: Tool, args: JsonObject, environment: Environment): Environment {
  const schema = parametersOf(tool);
  const none = Object.fromEntries(propertiesOf(schema).map((name) => [name, null]));
  return scopeOf('given', { ...none, ...declaredArguments(schema, args) }, authoredNames(environment));
}

/** The same error without secrets. */
export function struck(error: unknown, strike: (text: string) => string): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, advice, retryable, details } = error;
  return new AppError(code, strike(message), { advice, retryable, details });
}
