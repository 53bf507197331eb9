import { isJsonObject, type JsonObject } from '@/base/json';
import type { DocumentPath } from '../diagnostic';
import type { TaskScope } from '../graph/task-scopes';
import type { Task } from '../tasks';
import type { Checking } from './checking';

/** What an evaluator must be able to return: each field with its JSON types, of which one must be allowed. */
type Verdict = Readonly<Record<string, readonly string[]>>;

const verdicts: { readonly [role: string]: Verdict } = {
  evaluator: { success: ['boolean'], feedback: ['string', 'null'] },
  best_of_evaluator: { choice: ['integer', 'number', 'string'], reason: ['string'] },
};

/** Reports evaluators whose schema does not allow the verdict that is expected of them. */
export function checkEvaluators(checking: Checking, task: Task, { role, path, label }: TaskScope): void {
  const verdict = verdicts[role];
  if (verdict === undefined || task.outputSchema === undefined) return;
  const problem = findVerdictProblem(task.outputSchema as JsonObject, verdict);
  if (problem === undefined) return;
  const [at, reason] = problem;
  const wanted = Object.keys(verdict).join(', ');
  const advice = `An evaluator gives {${wanted}}. Add them, or leave the schema out: Heddle has one.`;
  checking.report(
    'HED315',
    [...path, 'output_schema', ...at],
    `“${label}” cannot give its verdict: ${reason}. ${advice}`,
  );
}

/** Keywords that restrict a value in ways that this check does not analyse. */
const composed = ['$ref', 'anyOf', 'oneOf', 'allOf', 'if', 'not'];

function findVerdictProblem(schema: JsonObject, verdict: Verdict): readonly [DocumentPath, string] | undefined {
  if (composed.some((keyword) => Object.hasOwn(schema, keyword))) return undefined;
  if (!isAllowingType(schema['type'], ['object'])) return [['type'], 'its schema allows no object'];
  const { properties } = schema;
  if (!isJsonObject(properties)) {
    return schema['additionalProperties'] === false
      ? [['additionalProperties'], 'its schema allows no fields']
      : undefined;
  }
  for (const [field, types] of Object.entries(verdict)) {
    if (!Object.hasOwn(properties, field)) return [['properties'], `its schema has no field ${field}`];
    const property = properties[field];
    if (isJsonObject(property) && !isAllowingType(property['type'], types)) {
      return [['properties', field], `its schema allows no ${types.join(' or ')} as ${field}`];
    }
  }
  return undefined;
}

/** Whether the `type` of a schema, if it has one, allows one of these types. */
function isAllowingType(type: unknown, wanted: readonly string[]): boolean {
  if (type === undefined) return true;
  const types = Array.isArray(type) ? type : [type];
  return wanted.some((one) => types.includes(one));
}
