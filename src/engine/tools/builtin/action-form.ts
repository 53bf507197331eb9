import { defined } from '@/base/defined';
import { isJsonObject, type JsonObject } from '@/base/json';

/**
 * The arguments of a tool that starts work, also in the form `{action, …, options: {…}}`, as prompts of other tools
 * have it. Models are shown only the plain form.
 */
export function buildActionForm(parameters: JsonObject, action: string, options: JsonObject = {}): JsonObject {
  const properties = isJsonObject(parameters['properties']) ? parameters['properties'] : {};
  const { max_retries } = properties;
  return {
    ...parameters,
    properties: {
      ...properties,
      action: { enum: [action] },
      options: {
        type: 'object',
        properties: { ...options, ...defined({ max_retries }) },
        additionalProperties: false,
      },
    },
  };
}

/** The arguments in the plain form. What is written outside of `options` wins. */
export function flattenOptions({ action: _action, options, ...args }: JsonObject): JsonObject {
  return isJsonObject(options) ? { ...options, ...args } : args;
}
