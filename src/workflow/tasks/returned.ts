import type { Task } from '.';

/** The binding for the latest verdict, unless `output_slot` names another. */
export const usualSlot = 'last_evaluator_output';

/** The verdict, with what was judged, where the evaluator has the schema of a verdict; else its output as it is. */
const verdict =
  'has(output.success) ? {"success": output.success, "feedback": output.feedback, "target_content": target_content} : output';

/**
 * What a task binds for later ones, as names with expressions over its result: its `returns`, and of an evaluator its
 * verdict in its slot (seed 002: the evaluator writes it, the director reads it).
 */
export function listReturns({ returns = {}, subtype, outputSlot = usualSlot }: Task): Readonly<Record<string, string>> {
  return subtype === 'evaluator' ? { [outputSlot]: verdict, ...returns } : returns;
}
