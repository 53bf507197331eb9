import { isJsonObject, type JsonObject } from '@/base/json';
import { nameSchema } from '@/base/name-schema';
import { createToolError } from '@/base/tool-error';
import { appendStep } from '@/run/journal-path';
import { builtinDeclarations } from '@/workflow/builtin-declarations';
import { bindArguments } from '../../library/bind-arguments';
import { callPart } from '../../library/call-part';
import { chooseTaskModel } from '../chosen-model';
import type { HandlerTool, ToolAnswer, ToolUse } from '../handler-tool';
import { createSubtaskScope, escapeTemplate, planSubtask, runSubtask } from '../subtask';
import { buildActionForm, flattenOptions } from './action-form';

/** Runs a task in a conversation of its own, or through a function of the library (language page, 5.7). */
export const spawnTaskTool: HandlerTool = {
  parameters: buildActionForm(builtinDeclarations.spawn_task.parameters, 'spawn'),
  async perform(written, use) {
    const args = flattenOptions(written);
    const { description, ref } = args;
    const inputs = isJsonObject(args['inputs']) ? args['inputs'] : {};
    if (typeof ref === 'string') {
      const own = ['model', 'agent', 'max_retries'].find((name) => args[name] !== undefined);
      if (own !== undefined) throw createToolError(`A function of the library has its own model: leave out “${own}”.`);
      return callFunction(ref, inputs, use);
    }
    if (typeof description === 'string') return spawnFromDescription(description, inputs, args, use);
    throw createToolError('Give a description or a ref.');
  },
};

function spawnFromDescription(
  description: string,
  inputs: JsonObject,
  args: JsonObject,
  use: ToolUse,
): Promise<ToolAnswer> {
  const { plan } = use.attempt.run;
  const names = Object.keys(inputs);
  for (const name of names) checkName(name, plan.variables);
  const { max_retries: maxRetries } = args;
  const task = {
    type: 'atomic',
    description: escapeTemplate(description),
    ...chooseTaskModel(args, use),
    ...(typeof maxRetries === 'number' ? { errorHandling: { onError: 'retry' as const, maxRetries } } : {}),
  } as const;
  const planned = planSubtask('spawned', task, names, use);
  const environment = createSubtaskScope(plan, inputs);
  return runSubtask(planned, use, { path: use.key, environment, givenNames: names.map((name) => [name]) });
}

/** Checks the name of a subtask's input: it must not hide a variable of the workflow. */
function checkName(name: string, variables: JsonObject): void {
  if (Object.hasOwn(variables, name)) {
    throw createToolError(`“${name}” is a variable of the workflow.`, 'Give the input another name.');
  }
  const checked = nameSchema.safeParse(name);
  if (!checked.success)
    throw createToolError(`“${name}” is not a name of an input. ${checked.error.issues[0]?.message ?? ''}`);
}

function callFunction(ref: string, inputs: JsonObject, use: ToolUse): Promise<ToolAnswer> {
  const { library } = use.attempt.run.plan;
  const definition = Object.hasOwn(library, ref) ? library[ref] : undefined;
  if (definition === undefined) {
    throw createToolError(`The library has no “${ref}”. It has: ${Object.keys(library).join(', ')}.`);
  }
  const values = bindArguments(ref, definition.parameters, inputs);
  const options = callPart(ref, definition, values, use.attempt);
  return runSubtask(definition.task, use, { ...options, path: appendStep(use.key, 'call', ref) });
}
