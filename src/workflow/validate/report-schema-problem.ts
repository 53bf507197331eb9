import type { DocumentPath } from '../diagnostic';
import type { Checking } from './checking';
import { jsonSchemaProblem } from './json-schema-problem';

/** Reports the first problem of a JSON Schema, if there is a schema. */
export function reportSchemaProblem(checking: Checking, schema: unknown, path: DocumentPath): void {
  const problem = schema === undefined ? undefined : jsonSchemaProblem(schema, path);
  if (problem !== undefined) checking.report('HED403', problem.path, `This is not a JSON Schema. ${problem.message}`);
}
