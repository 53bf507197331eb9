import type { Json, JsonObject } from '@/base/json';
import type { MappedNode } from '../draft';
import { passOn } from '../draft';
import { escapeValue, writeInput, writeTaskInCel } from '../values';
import type { DifyContext } from './dify-context';
import { findOwnField, writeAnswerField } from './find-output';
import { readDefaults } from './read-defaults';

/** A node with a task behind it that gives what the node gives, whether it failed or not. */
export function addOutcome(context: DifyContext, mapped: MappedNode): MappedNode {
  const { dify, node } = context;
  if (!dify.hasOutcome(node) || mapped.mark === 'dropped') return mapped;
  const outcome = dify.takeExtraId(node.id, 'outcome');
  const fields = Object.keys(dify.readWanted(node.id)).filter((field) => !/^error_(?:message|type)$/.test(field));
  const form = dify.hasDefaults(node) ? chooseByEnd(context, fields) : readAnswer(context, fields);
  return { ...mapped, tasks: [...mapped.tasks, [outcome, form]] };
}

/** What the node gives, or its default values. */
function chooseByEnd({ dify, node, id }: DifyContext, fields: readonly string[]): JsonObject {
  const defaults = readDefaults(node.raw);
  const given = fields.map((field): [string, Json] => [
    field,
    writeInput({ is: 'reference', node: node.id, path: [field] }, () => findOwnField(dify, node, [field])),
  ]);
  const fallbacks = fields.map((field): [string, Json] => [field, escapeValue(defaults[field] ?? null)]);
  return {
    type: 'cond',
    cases: [{ test: `${writeTaskInCel(id)}.error == null`, task: passOn(Object.fromEntries(given)) }],
    else: passOn(Object.fromEntries(fallbacks)),
  };
}

/** The status and the body of an answer, also where the status is an error. */
function readAnswer({ dify, node, id }: DifyContext, fields: readonly string[]): JsonObject {
  const returns = fields.flatMap((field): [string, Json][] => {
    const cel = writeAnswerField(id, field);
    return cel === undefined ? [] : [[dify.takeExtraId(node.id, field), cel]];
  });
  return { ...passOn({}), returns: Object.fromEntries(returns) };
}
