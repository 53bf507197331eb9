import type { Failure } from '@/base/errors';
import { encodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import { formatModelName } from '@/plan/format-model-name';
import type { PlannedCall, PlannedLimits, PlannedReparse } from '@/plan/plan';
import type { FragmentSurroundings } from '@/plan/plan-fragment';
import type { NamedTool } from '@/plan/resolve/surroundings';
import type { Binding, Environment } from '@/workflow/expressions/environment';
import type { Attempt } from '../attempt';
import { buildWrittenCall } from '../effects/written-call';
import { askModel } from '../handler/ask-model';
import type { Confines } from './confine-task';
import { buildDecomposerPrompt } from './decomposer-prompt';
import { type ReadFragment, readDecomposition } from './read-fragment';

/** A failed task, for the decomposer. */
export interface FailedWork {
  readonly prompt: string;
  /** The failure in words. */
  readonly error: string;
  /** The model of the replacing tasks, and of the decomposer if the library has none. */
  readonly call: PlannedCall;
  readonly limits: PlannedLimits;
  readonly tools: readonly NamedTool[];
  readonly reparse?: PlannedReparse | undefined;
  /** The scopes of the task. */
  readonly environment: Environment;
}

/** The answer of a decomposer; `text`: the answer as it is, used if it has no tasks. */
export type Decomposed = ReadFragment & { readonly text: string };

/** Most characters of a prompt for a decomposer. The prompt may be what did not fit the window. */
const maxPrompt = 20_000;

/**
 * Asks the decomposer for tasks that replace a failed one. Their mistakes are sent back once. The attempt must hold a
 * slot; its path is that of the decomposition. Errors: those of the call.
 */
export async function askDecomposer(work: FailedWork, attempt: Attempt): Promise<Decomposed> {
  const { plan } = attempt.run;
  const { settings } = plan;
  const { call, limits, tools, reparse } = work;
  const names = collectBoundNames(work.environment);
  const { agent, options } = call;
  const model = formatModelName(call.model);
  const effort = call.reasoningEffort === undefined ? {} : { reasoningEffort: call.reasoningEffort };
  const surroundings: FragmentSurroundings = {
    settings,
    providers: plan.providers,
    names: [...names.keys()],
    limits,
    tools,
  };
  const confines: Confines = {
    speaker: {
      ...(agent === undefined ? { model, options } : { agent }),
      ...buildWrittenCall(call, settings, agent),
      ...effort,
    },
    // What it writes is not shown to the person who would have to approve it.
    mayRunScripts: tools.some(({ tool }) => tool.builtin === 'run_script' && tool.approve !== true),
    ...(reparse === undefined ? {} : { reparse: { on: [...reparse.on], maxDepth: reparse.maxDepth } }),
  };
  const readAnswer = (text: string) => readDecomposition(text, surroundings, confines);
  const decomposer = plan.library['decomposer']?.task;
  const { content } = await askModel(attempt, {
    model: decomposer?.type === 'atomic' ? decomposer : call,
    ...buildDecomposerPrompt(settings, {
      original_prompt: shortenPrompt(work.prompt),
      error: work.error,
      limits: formatLimits(limits),
      names: [...names].map(([name, binding]) => `${name}: ${describeBindingSize(binding)}`).join('\n'),
    }),
    problemsOf: (text) => listFragmentProblems(readAnswer(text)),
    key: attempt.path,
  });
  return { ...readAnswer(content), text: content };
}

/**
 * The limits in words. They depend only on the plan, so a resumed run asks the same. The model's own maximum may be
 * learned meanwhile, so it is left out.
 */
function formatLimits({ maxTurns, maxOutputTokens, timeoutMs }: PlannedLimits): string {
  const output = maxOutputTokens === 0 ? [] : [`${maxOutputTokens} tokens of output`];
  return [`${maxTurns} turns`, ...output, `${timeoutMs} ms`].join(', ');
}

/** A failure in words for a model, with its figures. */
export function formatFailure({ code, message, details = {} }: Failure): string {
  const figures = Object.entries(details).map(([name, value]) => `${name}: ${encodeJson(value)}`);
  return [`${code}: ${message}`, ...figures].join('\n');
}

function listFragmentProblems(read: ReadFragment): readonly string[] {
  if (read.kind === 'unsound') return read.problems;
  return read.kind === 'text' ? ['There is no <task> in it.'] : [];
}

function shortenPrompt(prompt: string): string {
  if (prompt.length <= maxPrompt) return prompt;
  return `${cutToStart(prompt, maxPrompt)}\n[… ${prompt.length - maxPrompt} more characters]`;
}

/** Every name of an environment, with its innermost meaning. */
function collectBoundNames(environment: Environment): ReadonlyMap<string, Binding> {
  const names = new Map<string, Binding>();
  for (let scope: Environment | undefined = environment; scope !== undefined; scope = scope.outer) {
    for (const [name, binding] of scope.bindings) if (!names.has(name)) names.set(name, binding);
  }
  return names;
}

function describeBindingSize(binding: Binding): string {
  if (binding.kind === 'result') return `a result of ${binding.result.content.length} characters`;
  const { value } = binding;
  if (typeof value === 'string') return `a text of ${value.length} characters`;
  return Array.isArray(value) ? `a list of ${value.length}` : value === null ? 'empty' : `a value (${typeof value})`;
}
