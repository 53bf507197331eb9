import { utf8Length } from '@/base/bytes';
import type { Json } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import { type Environment, lookup, type ResultRecord } from '@/workflow/expressions/environment';
import { asText, renderTemplate } from '@/workflow/expressions/template';
import type { Message, Prompt, PromptPart } from './message';
import type { Plan, PlannedAtomic, SystemPart } from './plan';
import { boundName, type Missing, namesIn, sourceOf, textsIn } from './task-environment';

/**
 * What a call is told, in the order of the language page, section 8. As system message: the agent's parts,
 * `<task_instructions>`, `<variables>`, `<current_task_context>`. As user message: the context block, the inputs, the
 * description, what is expected.
 *
 * `environment` is the task's own (see `taskEnvironment`); `newestFirst` gives the ids of its direct dependencies in the
 * order of the context block. Decided, where the language is silent: a direct dependency stands in the block even if
 * the prompt also names it (only `exclude_tasks` would keep it out); an input that the task's own texts name stands where
 * they name it, and not in the list of inputs again; a global variable that the task shadows is not listed.
 */
export function assemblePrompt(
  task: PlannedAtomic,
  plan: Plan,
  environment: Environment,
  newestFirst: readonly string[] = task.needs.map((index) => plan.tasks[index]?.id ?? ''),
): Result<Prompt, Missing> {
  const render = renderer(environment);
  const texts = [task.prompt, task.expectedOutput ?? '', ...[...task.system, ...task.instructions].map((p) => p.value)];
  const results = (name: string) => lookup(environment, name)?.kind === 'result';
  const sources = (...templates: string[]) => [...namesIn(templates, environment)].filter(results);
  const shown = Object.fromEntries(
    Object.entries(task.visibleVariables).filter(([name]) => !Object.hasOwn(task.variables, name)),
  );

  const system: PromptPart[] = [
    {
      kind: 'system',
      text: systemText(task.system, render),
      from: sources(...task.system.map((part) => part.value)),
    },
    {
      kind: 'instructions',
      text: wrapped('task_instructions', systemText(task.instructions, render)),
      from: sources(...task.instructions.map((part) => part.value)),
    },
    { kind: 'variables', text: wrapped('variables', members(Object.entries(shown))), from: [] },
    {
      kind: 'current_task',
      text: wrapped('current_task_context', members(Object.entries(task.variables))),
      from: [],
    },
  ];
  const user: PromptPart[] = [
    task.injectContext ? contextBlock(newestFirst, environment) : { kind: 'context', text: '', from: [] },
    listedInputs(task, environment, namesIn(texts, environment)),
    { kind: 'description', text: render.text(task.prompt), from: sources(task.prompt) },
    { kind: 'expected', text: expected(task, render), from: sources(task.expectedOutput ?? '') },
  ];
  const missing = render.missing();
  if (missing !== undefined) return err(missing);

  const messages = [message('system', system), message('user', user)].filter((each) => each.content !== '');
  return ok({ messages, parts: [...system, ...user].filter((part) => part.text !== '') });
}

interface Renderer {
  /** The text with its templates replaced; a missing name is remembered. */
  text(template: string): string;
  missing(): Missing | undefined;
}

function renderer(environment: Environment): Renderer {
  let missing: Missing | undefined;
  return {
    text(template) {
      const rendered = renderTemplate(template, environment);
      if (!rendered.ok) missing ??= rendered.error;
      return rendered.ok ? rendered.value : '';
    },
    missing: () => missing,
  };
}

function message(role: Message['role'], parts: readonly PromptPart[]): Message {
  const texts = parts.map((part) => part.text).filter((text) => text !== '');
  return { role, content: texts.join('\n\n') };
}

function systemText(parts: readonly SystemPart[], render: Renderer): string {
  return parts
    .map(({ name, value }) => (name === undefined ? render.text(value) : wrapped(name, render.text(value))))
    .filter((text) => text !== '')
    .join('\n\n');
}

function wrapped(tag: string, text: string): string {
  return text === '' ? '' : `<${tag}>\n${text}\n</${tag}>`;
}

function members(entries: readonly (readonly [string, Json])[]): string {
  return entries.map(([name, value]) => `  <${name}>${asText(value)}</${name}>`).join('\n');
}

/** Outputs of direct dependencies, all at relevance 1.00, with the banners of the language, in the order given. */
function contextBlock(ids: readonly string[], environment: Environment): PromptPart {
  const outputs: { readonly id: string; readonly result: ResultRecord }[] = [];
  for (const id of ids) {
    const binding = lookup(environment, id);
    if (binding?.kind === 'result' && binding.result.content !== '') outputs.push({ id, result: binding.result });
  }
  if (outputs.length === 0) return { kind: 'context', text: '', from: [] };
  const blocks = outputs.map(({ id, result }) => `Task: ${id} (relevance: 1.00)\n${result.content}\n\n`);
  const bytes = outputs.reduce((sum, { result }) => sum + utf8Length(result.content), 0);
  const text = `=== RELEVANT CONTEXT ===\n\n${blocks.join('')}=== END CONTEXT (${outputs.length} tasks, ${bytes} bytes) ===`;
  return { kind: 'context', text, from: outputs.map(({ id }) => id) };
}

function listedInputs(task: PlannedAtomic, environment: Environment, named: ReadonlySet<string>): PromptPart {
  const entries: (readonly [string, Json])[] = [];
  const from = new Set<string>();
  for (const [name, input] of Object.entries(task.inputs)) {
    const binding = environment.bindings.get(name);
    if (named.has(name) || binding?.kind !== 'value') continue;
    entries.push([name, binding.value]);
    const path = sourceOf(input);
    const mentioned =
      path === undefined ? namesIn(textsIn(input as Json), environment) : [boundName(path, environment)];
    for (const source of mentioned) {
      if (source !== undefined && lookup(environment, source)?.kind === 'result') from.add(source);
    }
  }
  return { kind: 'inputs', text: wrapped('inputs', members(entries)), from: [...from] };
}

function expected(task: PlannedAtomic, render: Renderer): string {
  const wanted = task.expectedOutput === undefined ? '' : `Expected output:\n${render.text(task.expectedOutput)}`;
  const schema =
    task.outputSchema === undefined
      ? ''
      : `Reply with nothing but JSON that satisfies this JSON Schema:\n${JSON.stringify(task.outputSchema)}`;
  return [wanted, schema].filter((text) => text !== '').join('\n\n');
}
