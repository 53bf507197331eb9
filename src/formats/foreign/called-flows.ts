import type { Json, JsonObject } from '@/base/json';
import { isJsonObject } from '@/base/json';
import type { MappedGraph } from './draft';
import type { ForeignGraph } from './foreign-graph';

/** A graph that another one runs: it becomes a function of the library. */
export interface CalledFlow {
  /** The name of the function. */
  readonly name: string;
  readonly graph: ForeignGraph;
}

/**
 * The graphs that were imported at the same time, by what others call them; undefined: none has this name. `left_out`:
 * one has, and is not taken along, as there are too many.
 */
export type FindFlow = (key: string) => CalledFlow | 'left_out' | undefined;

/** Why a node that runs a flow is a stand-in, and what to do. */
export const leftOut = [
  'Too many flows run one another, so the flow that it runs is not taken along.',
  { label: 'Import that flow alone' },
] as const;

/** The field of a function's result in which what the flow gave is. */
export const flowResult = 'result';

const types: Readonly<Record<string, string>> = {
  text: 'string',
  choice: 'string',
  number: 'number',
  boolean: 'boolean',
};

/** A mapped graph as a function: inputs are parameters, tasks the parts of a group, the last gives the result. */
export function buildFunction({ form, result }: MappedGraph): JsonObject {
  const { description, inputs, variables, tasks } = form;
  const parameters = Object.entries(isJsonObject(inputs) ? inputs : {}).map(([name, input]): JsonObject => {
    const { type, description: told, required, default: preset } = input as Readonly<Record<string, Json>>;
    const isOpen = required !== true && preset === undefined;
    const known = isOpen || (input as JsonObject)['multiple'] === true ? undefined : types[String(type)];
    return {
      name,
      type: known ?? 'any',
      ...(typeof told === 'string' ? { description: told } : {}),
      ...(required === true ? {} : { default: preset ?? null }),
    };
  });
  return {
    ...(typeof description === 'string' ? { description } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    task: {
      type: 'group',
      ...(isJsonObject(variables) && Object.keys(variables).length > 0 ? { variables } : {}),
      subtasks: { ...(tasks as JsonObject), [flowResult]: result },
    },
  };
}
