import { nameSchema } from '@/base/name-schema';
import type { DocumentPath } from '../diagnostic';
import type { TaskScope } from '../graph/task-scopes';
import { builtInProviderIds, findModelNameProblem, parseModelName } from '../model-name';
import { type Task, taskTraits } from '../tasks';
import { mayAskModel } from '../tasks/traits';
import { type Checking, formatGuess } from './checking';
import { findAgent } from './find-agent';

/** Reports agents that do not exist, and tasks whose model or provider is not known. */
export function checkModels(checking: Checking, task: Task, { path, label }: TaskScope): void {
  const found = findAgent(checking.document, task, path);
  if (found === undefined && typeof task.agent === 'string') {
    reportNoAgent(checking, task.agent, task.model !== undefined, [...path, 'agent']);
    return;
  }
  if (!mayAskModel(task) || isRankedLocally(task, checking)) return;
  if (found !== undefined) checkFallbacks(checking, found.agent.fallbackModels, found.path);
  const source = findFirstModel([
    [task.model, [...path, 'model']],
    [found?.agent.model, [...(found?.path ?? []), 'model']],
    [checking.document.defaultModel, ['default_model']],
  ]);
  checkFallbacks(checking, task.fallbackModels, path);
  if (source !== undefined) {
    checkProvider(checking, ...source);
    return;
  }
  const advice = 'Set one here, in its agent, or a default model in the settings of the workflow.';
  checking.report('HED308', path, `No model is given for “${label}”. ${advice}`);
}

/** Reports an agent that is not defined. Where it is no misspelt one and would have a model, the fix adds it. */
function reportNoAgent(checking: Checking, name: string, hasModel: boolean, path: DocumentPath): void {
  const { agents = {}, defaultModel } = checking.document;
  const guess = checking.guess(name, () => Object.keys(agents));
  if (guess !== undefined) {
    const fix = { kind: 'replace', title: `Change to ${guess}`, path, text: guess } as const;
    checking.report('HED306', path, `No agent “${name}”.${formatGuess(guess)}`, fix);
    return;
  }
  const canAdd = (hasModel || defaultModel !== undefined) && nameSchema.safeParse(name).success;
  const fix = canAdd ? ({ kind: 'add_agent', title: `Add an agent ${name}`, name } as const) : undefined;
  checking.report('HED306', path, `No agent “${name}” is defined. Write agents: { ${name}: { model: … } }.`, fix);
}

/** Whether a memory match asks no model: neither the task nor the agent `matcher` has one (language page, 5.1). */
function isRankedLocally({ type, model, agent }: Task, { document: { agents = {} } }: Checking): boolean {
  return (
    taskTraits[type].asks === 'matcher' && model === undefined && agent === undefined && agents['matcher'] === undefined
  );
}

/** Reports fallback models whose provider is not known. `path`: that of the object with the list. */
export function checkFallbacks(checking: Checking, models: readonly string[] | undefined, path: DocumentPath): void {
  for (const [index, model] of (models ?? []).entries())
    checkProvider(checking, model, [...path, 'fallback_models', index]);
}

function findFirstModel(sources: readonly (readonly [string | undefined, DocumentPath])[]) {
  for (const [model, path] of sources) if (model !== undefined) return [model, path] as const;
  return undefined;
}

/** Reports a model whose provider is not known, once per place where it is written. */
export function checkProvider(checking: Checking, model: string, path: DocumentPath): void {
  const { document, known } = checking;
  const problem = findModelNameProblem(model, document.defaultModel, known);
  if (problem !== undefined) {
    checking.reportOnce('HED322', path, problem);
    return;
  }
  if (parseModelName(model, document.defaultModel, known).provider !== undefined) return;
  const [provider = '', ...rest] = model.split(':');
  const listed = `Known are ${[...builtInProviderIds, ...known].join(', ')}.`;
  const message =
    rest.length === 0
      ? `“${model}” names no provider. Write one in front, such as openai:${model}. ${listed}`
      : `“${provider}” is not a known provider. Write a known one in front, or add it in Models, on the command line by --provider. ${listed}`;
  checking.reportOnce('HED309', path, message);
}
