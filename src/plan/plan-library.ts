import { defined } from '@/base/defined';
import { isSameInOrder, type Json, type JsonObject } from '@/base/json';
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
export function planLibrary(settings: DocumentSettings, surroundings: Surroundings): PlannedLibrary {
  const own = settings.library ?? {};
  return Object.freeze({
    ...planDefinitions(Object.entries(own), { ...surroundings, isMatched: true }),
    ...(hasDefaultModel(settings, surroundings.known) && planBuiltin(own, surroundings)),
  });
}

type PlannedLibrary = Readonly<Record<string, PlannedDefinition>>;

/** The built-in definitions as they were planned the last time. */
let last: { readonly from: unknown; readonly planned: PlannedLibrary } | undefined;

/** In the surroundings of the last time they are the same objects: cases of tests differ in what a run is given. */
function planBuiltin(own: object, { settings, written, order, ...more }: Surroundings): PlannedLibrary {
  const { inputs: _inputs, variables: _variables, ...seen } = settings;
  const around = { ...more, settings: seen, tools: [], variables: {} };
  const from = { ...around, start: order.next, written: [...written] };
  if (last === undefined || !isSameInOrder(from, last.from)) {
    const builtin = Object.entries(builtinLibrary).filter(([name]) => !Object.hasOwn(own, name));
    last = { from, planned: planDefinitions(builtin, { ...around, written, order: { ...order } }) };
  }
  return last.planned;
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
