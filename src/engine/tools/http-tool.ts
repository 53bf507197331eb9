import { AppError } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import { type Environment, scopeOf } from '@/workflow/expressions/environment';
import type { Tool } from '@/workflow/tasks/tools';
import { fillRequest } from './fill-request';
import type { HandlerTool } from './handler-tool';
import { openSecrets } from './secrets';

/** A tool that is a request to a server. */
export function httpTool(tool: Tool, http: NonNullable<Tool['http']>): HandlerTool {
  return {
    description: tool.description ?? '',
    parameters: parametersOf(tool),
    async perform(args, { attempt }) {
      const { tools, secretOf } = attempt.run.deps;
      const secrets = openSecrets(secretOf);
      try {
        const request = fillRequest(http, scopeWith(tool, args, attempt.environment), secrets);
        const { value: reply } = await attempt.timed((signal) => tools.http(request, signal));
        const isError = reply.status >= 400;
        return { text: secrets.strike(isError ? `Status ${reply.status}\n${reply.text}` : reply.text), isError };
      } catch (error) {
        throw struck(error, secrets.strike);
      }
    },
  };
}

/** What a tool of a document takes; nothing where it does not say. */
export function parametersOf({ parameters }: Tool): JsonObject {
  return { type: 'object', properties: {}, ...(parameters as JsonObject | undefined) };
}

/** The names of a tool's templates: its parameters, null where one was not given, around them the names of the task. */
export function scopeWith(tool: Tool, args: JsonObject, environment: Environment): Environment {
  const known = Object.keys((parametersOf(tool)['properties'] ?? {}) as JsonObject);
  const none = Object.fromEntries(known.map((name) => [name, null]));
  return scopeOf('given', { ...none, ...args }, environment);
}

/** An error that says nothing of secrets. */
export function struck(error: unknown, strike: (text: string) => string): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, advice, retryable, details } = error;
  return new AppError(code, strike(message), { advice, retryable, details });
}
