import type { Json } from '@/base/json';
import type { DocumentPath } from '../diagnostic';
import type { Checking } from './checking';
import { findJsonSchemaProblem } from './json-schema-problem';
import { findOuterReference } from './outer-reference';

/** Reports the first problem of a JSON Schema, if there is a schema, and a reference that leads outside of it. */
export function reportSchemaProblem(checking: Checking, schema: unknown, path: DocumentPath): void {
  const problem = schema === undefined ? undefined : findJsonSchemaProblem(schema, path);
  if (problem !== undefined) checking.report('HED403', problem.path, `This is not a JSON Schema. ${problem.message}`);
  const outer = schema === undefined || problem !== undefined ? undefined : findOuterReference(schema as Json);
  if (outer === undefined) return;
  const message = `The schema has nothing at “${outer.reference}”, and nothing is fetched from elsewhere. Write what it stands for into $defs, and refer to it as #/$defs/NAME.`;
  checking.report('HED325', [...path, ...outer.path], message);
}
