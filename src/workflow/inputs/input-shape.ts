import { anyShape, createChoiceShape, plainShape, readSchemaShape, type ValueShape } from '../graph/value-shape';
import type { WorkflowInput } from './workflow-input-schema';

/** What is known of the value of an input before a run. */
export function buildInputShape({ type = 'text', options, schema, multiple = false }: WorkflowInput): ValueShape {
  if (type === 'json') return schema === undefined ? anyShape : readSchemaShape(schema);
  if (type === 'choice' && options !== undefined) return createChoiceShape(options);
  return type === 'file' && multiple ? { kind: 'list', items: plainShape } : plainShape;
}
