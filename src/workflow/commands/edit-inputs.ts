import { nameProblem } from '@/base/name';
import type { Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import type { WorkflowInput } from '../inputs/workflow-input-schema';
import { type EditRefusal, refuseEdit } from './edit-refusal';
import { updateSettings } from './update-settings';

/** Arguments of {@link addInput}. */
export interface AddInput {
  readonly name: string;
  readonly input: WorkflowInput;
}

/** Declares an input, after those that there are. */
export function addInput(document: WorkflowDocument, { name, input }: AddInput): Result<WorkflowDocument, EditRefusal> {
  const problem = nameProblem(name) ?? explainTakenName(document, name);
  if (problem !== undefined) return refuseEdit(problem);
  return updateSettings(document, { patch: { inputs: { ...document.inputs, [name]: input } } });
}

/** Why an input cannot have a name that another one or a variable has; undefined if it is free. */
export function explainTakenName({ inputs = {}, variables = {} }: WorkflowDocument, name: string): string | undefined {
  if (Object.hasOwn(inputs, name)) return `There is an input “${name}” already. Choose another name.`;
  return Object.hasOwn(variables, name) ? `“${name}” is a variable of the workflow. Choose another name.` : undefined;
}

/** Arguments of {@link changeInput}. */
export interface ChangeInput {
  readonly name: string;
  /** Fields of the input; undefined removes one. */
  readonly patch: { readonly [K in keyof WorkflowInput]?: WorkflowInput[K] | undefined };
}

/** Changes fields of an input. */
export function changeInput(
  document: WorkflowDocument,
  { name, patch }: ChangeInput,
): Result<WorkflowDocument, EditRefusal> {
  const { inputs = {} } = document;
  if (!Object.hasOwn(inputs, name)) return refuseEdit(`There is no input “${name}” any more.`);
  const fields = Object.entries({ ...inputs[name], ...patch }).filter(([, value]) => value !== undefined);
  return updateSettings(document, { patch: { inputs: { ...inputs, [name]: Object.fromEntries(fields) } } });
}

/** Removes an input. Without another one, the workflow declares no inputs. */
export function removeInput(
  document: WorkflowDocument,
  { name }: { readonly name: string },
): Result<WorkflowDocument, EditRefusal> {
  const { inputs = {} } = document;
  if (!Object.hasOwn(inputs, name)) return refuseEdit(`There is no input “${name}” any more.`);
  const others = Object.entries(inputs).filter(([other]) => other !== name);
  const left = others.length === 0 ? undefined : Object.fromEntries(others);
  return updateSettings(document, { patch: { inputs: left } });
}
