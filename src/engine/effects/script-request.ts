import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { PlannedLimits } from '@/plan/plan';
import type { Environment } from '@/workflow/expressions/environment';
import { formatPromptValue } from '@/workflow/expressions/template';
import type { ScriptBody } from '@/workflow/tasks/script-body';
import { fillWholeTemplate } from '../fill-whole-template';
import type { ScriptRequest } from '../ports/script-runner';
import { buildVariableName } from './variable-names';

/** The timeout of a task without a limit (0): the longest wait of the platform's timers, 24 days. */
const noTimeoutMs = 2 ** 31 - 1;

/**
 * Builds the request for a script. Its inputs are passed as JSON on standard input, unless `stdin` is set, and as
 * environment variables. Inputs never set variables that a shell or a runtime reads itself; only the script's own `env`
 * can. `named`: the inputs that may become variables. Throws `TASK_FAILURE` for a template that uses a name without a
 * value.
 */
export function buildScriptRequest(
  script: ScriptBody | undefined,
  content: string,
  inputs: Readonly<Record<string, Json>>,
  environment: Environment,
  { timeoutMs, maxStoredBytes }: Pick<PlannedLimits, 'timeoutMs' | 'maxStoredBytes'>,
  named: Readonly<Record<string, Json>> = inputs,
): ScriptRequest {
  const render = (template: string) => fillWholeTemplate(template, environment);
  const fromInputs = Object.entries(named).flatMap(([name, value]) => {
    const variable = buildVariableName(name);
    return variable === undefined ? [] : [[variable, formatPromptValue(value)] as const];
  });
  const fromEnv = Object.entries(script?.env ?? {}).map(([name, value]) => [name, render(value)] as const);
  return {
    language: script?.language ?? 'bash',
    content,
    stdin: script?.stdin === undefined ? encodeJson(inputs) : render(script.stdin),
    env: Object.fromEntries([...fromInputs, ...fromEnv]),
    timeoutMs: script?.timeoutMs ?? (timeoutMs || noTimeoutMs),
    maxOutputBytes: maxStoredBytes,
  };
}
