import { Validator } from '@cfworker/json-schema';
import type { Json, JsonObject } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import { roundWholeNumbers } from '@/base/rounded-json';
import type { DocumentPath } from '../diagnostic';
import { allowNullable } from '../nullable-schema';
import type { Task } from '../tasks';
import { isPinned } from '../tasks/pin';
import type { Checking } from './checking';
import { findJsonSchemaProblem } from './json-schema-problem';
import { findOuterReference } from './outer-reference';

/** Checks whether a pinned output is what `output_schema` asks for. What an earlier run gave is checked in the run. */
export function checkPin(checking: Checking, task: Task, path: DocumentPath): void {
  const { pinned, outputSchema } = task;
  if (!isPinned(task) || pinned === true || outputSchema === undefined) return;
  if (findJsonSchemaProblem(outputSchema) !== undefined) return;
  if (findOuterReference(outputSchema as JsonObject) !== undefined) return;
  const schema = roundWholeNumbers(allowNullable(outputSchema as JsonObject));
  const { valid, errors } = new Validator(schema, '2020-12', false).validate(
    roundWholeNumbers(readPinnedOutput(pinned as Json)),
  );
  if (valid) return;
  const { instanceLocation = '#', error = '' } = errors.at(-1) ?? {};
  const message = `The pinned output is not what output_schema asks for. ${instanceLocation}: ${error}`;
  checking.report('HED323', path, message);
}

/** A pinned text is the output as a model writes it: JSON, or else a text. */
function readPinnedOutput(pinned: Json): Json {
  if (typeof pinned !== 'string') return pinned;
  try {
    return decodeJson(pinned) as Json;
  } catch {
    return pinned;
  }
}
