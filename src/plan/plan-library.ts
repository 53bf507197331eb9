import { defined } from '@/base/defined';
import type { Json, JsonObject } from '@/base/json';
import { builtinLibrary } from '@/workflow/builtin-library';
import type { Definition, DocumentSettings } from '@/workflow/document';
import { parseModelName } from '@/workflow/model-name';
import type { PlannedDefinition } from './plan';
import { alone as position, resolveTask } from './resolve/resolve-task';
import type { Surroundings } from './resolve/surroundings';

/**
 * What a plan can call or match: the document's definitions, and the built-in ones that it does not redefine. Built-in
 * definitions run on the default model and are left out without one. They see neither tools nor variables of the
 * workflow.
 */
export function planLibrary(
  settings: DocumentSettings,
  surroundings: Surroundings,
): Readonly<Record<string, PlannedDefinition>> {
  const own = settings.library ?? {};
  const builtin = Object.entries(hasDefaultModel(settings, surroundings.known) ? builtinLibrary : {});
  const alone = { ...surroundings, tools: [], variables: {} };
  return Object.freeze({
    ...planDefinitions(Object.entries(own), { ...surroundings, isMatched: true }),
    ...planDefinitions(
      builtin.filter(([name]) => !Object.hasOwn(own, name)),
      alone,
    ),
  });
}

function hasDefaultModel({ defaultModel }: DocumentSettings, known: readonly string[]): boolean {
  return defaultModel !== undefined && parseModelName(defaultModel, defaultModel, known).provider !== undefined;
}

/** Skips definitions without a task; the checks report their calls. */
function planDefinitions(
  library: readonly (readonly [string, Definition])[],
  surroundings: Surroundings,
): Record<string, PlannedDefinition> {
  return Object.fromEntries(
    library.flatMap(([name, { task, parameters = [], returns, criteria, description }]) => {
      if (task === undefined) return [];
      const resolved = resolveTask(task, { ...position, id: 'task' }, surroundings);
      const definition: PlannedDefinition = {
        parameters: parameters.map((parameter) => ({
          name: parameter.name,
          type: parameter.type ?? 'any',
          ...(parameter.default === undefined ? {} : { default: parameter.default as Json }),
        })),
        ...defined({ returns: returns && removeOddType(returns as JsonObject) }),
        ...(criteria === undefined ? {} : { criteria: [criteria].flat().join(', ') }),
        ...defined({ description }),
        task: task.name === undefined ? { ...resolved, label: name } : resolved,
      };
      return [[name, definition] as const];
    }),
  );
}

const schemaTypes: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** A schema without a type that only people understand, such as `ProcessedData` (seed 002): anything is taken then. */
function removeOddType(schema: JsonObject): JsonObject {
  const { type, ...rest } = schema;
  return typeof type === 'string' && !schemaTypes.includes(type) ? rest : schema;
}
