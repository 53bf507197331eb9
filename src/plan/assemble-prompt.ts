import type { Json, JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { err, ok, type Result } from '@/base/result';
import { type Environment, lookup } from '@/workflow/expressions/environment';
import { asText, type Missing, renderTemplate, textsIn } from '@/workflow/expressions/template';
import { readFrom } from '@/workflow/tasks/input-kind';
import type { Message, PlacedPart, Prompt, PromptPart } from './message';
import type { PlannedAtomic, SystemPart } from './plan';
import { boundName, namesInTemplates } from './task-environment';

/** What a task is given in a run besides the names of its scope. */
export interface PromptSurroundings {
  /** The parts of the context block, or of what replaces it for a step (language page, 5.1), in prompt order. */
  readonly context: readonly PromptPart[];
  /**
   * What the container gives the task to work on, such as the `item` of a map. Each group lists names for the same
   * value. The prompt lists a group among the inputs under its first name, unless the task's own texts or inputs use
   * one of its names: a value is told once.
   */
  readonly givenNames: readonly (readonly string[])[];
  /** Prompt parts of the files that the task attaches; left out: none. */
  readonly attached?: readonly PromptPart[];
}

/**
 * Builds the prompt of a call, in the order of the language page, section 8. System message: the agent's parts (and,
 * for a task with the tool `note`, the request to use it), `<task_instructions>`, `<variables>`,
 * `<current_task_context>`. User message: the attachments, the context block, the inputs, the description, the expected
 * output.
 *
 * `environment` is the task's own (see `taskEnvironment`). Decided, because the language does not say: a direct
 * dependency is in the context block even if the prompt also names it (only `exclude_tasks` keeps it out); an input
 * that the task's own texts name is filled in there, and not repeated in the list of inputs; a global variable that the
 * task shadows is not listed.
 */
export function assemblePrompt(
  task: PlannedAtomic,
  environment: Environment,
  { context, givenNames, attached = [] }: PromptSurroundings,
): Result<Prompt, Missing> {
  const render = renderer(environment);
  const texts = [task.prompt, task.expectedOutput ?? '', ...[...task.system, ...task.instructions].map((p) => p.value)];
  const results = (name: string) => lookup(environment, name)?.kind === 'result';
  const sources = (...templates: string[]) => [...namesInTemplates(templates, environment)].filter(results);
  const valued = (variables: JsonObject) =>
    Object.entries(variables).map(([name, value]): [string, Json] => [name, filledValue(name, environment) ?? value]);
  const shown = valued(task.visibleVariables).filter(([name]) => !Object.hasOwn(task.variables, name));

  const system: PromptPart[] = [
    {
      kind: 'system',
      text: systemText(task.system, render),
      from: sources(...task.system.map((part) => part.value)),
    },
    { kind: 'system', text: task.tools.some(({ tool }) => tool.builtin === 'note') ? askForDataUsage : '', from: [] },
    {
      kind: 'instructions',
      text: wrapped('task_instructions', systemText(task.instructions, render)),
      from: sources(...task.instructions.map((part) => part.value)),
    },
    { kind: 'variables', text: wrapped('variables', members(shown)), from: [] },
    {
      kind: 'current_task',
      text: wrapped('current_task_context', members(valued(task.variables))),
      from: [],
    },
  ];
  const user: PromptPart[] = [
    ...attached,
    ...context,
    listedInputs(task, environment, givenNames, namesInTemplates(texts, environment)),
    { kind: 'description', text: render.text(task.prompt), from: sources(task.prompt) },
    { kind: 'expected', text: expected(task, render), from: sources(task.expectedOutput ?? '') },
  ];
  const missing = render.missing();
  if (missing !== undefined) return err(missing);

  return ok(
    placed([
      ['system', system],
      ['user', user],
    ]),
  );
}

/** Sent to tasks that may take notes, so that later tasks can be sent what the result is based on. */
const askForDataUsage = 'Before you answer, say with the tool `note` which data you used (`data_usage`).';

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

/** Separates the parts of a message. */
const separator = '\n\n';

/** Joins parts to messages, and records the position of each part. Empty parts and messages are left out. */
function placed(roles: readonly (readonly ['system' | 'user', readonly PromptPart[]])[]): Prompt {
  const messages: Message[] = [];
  const parts: PlacedPart[] = [];
  for (const [role, given] of roles) {
    const said = given.filter(({ text }) => text !== '');
    const files = given.filter(({ file }) => file !== undefined);
    if (said.length + files.length === 0) continue;
    for (const part of files) parts.push({ ...part, message: messages.length, start: 0, end: 0 });
    let start = 0;
    for (const part of said) {
      const end = start + part.text.length;
      parts.push({ ...part, message: messages.length, start, end });
      start = end + separator.length;
    }
    const attachments = files.flatMap(({ file }) => file ?? []);
    const content = said.map(({ text }) => text).join(separator);
    messages.push({ role, content, ...(attachments.length === 0 ? {} : { attachments }) });
  }
  return { messages, parts };
}

function systemText(parts: readonly SystemPart[], render: Renderer): string {
  return parts
    .map(({ name, value }) => (name === undefined ? render.text(value) : wrapped(name, render.text(value))))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** The value of a variable as it was filled in, whatever hides its name. */
function filledValue(name: string, environment: Environment): Json | undefined {
  for (let scope: Environment | undefined = environment; scope !== undefined; scope = scope.outer) {
    const binding = scope.kind === 'variables' ? scope.bindings.get(name) : undefined;
    if (binding?.kind === 'value') return binding.value;
  }
  return undefined;
}

function wrapped(tag: string, text: string): string {
  return text === '' ? '' : `<${tag}>\n${text}\n</${tag}>`;
}

function members(entries: readonly (readonly [string, Json])[]): string {
  return entries.map(([name, value]) => `  <${name}>${asText(value)}</${name}>`).join('\n');
}

function listedInputs(
  task: PlannedAtomic,
  environment: Environment,
  givenNames: PromptSurroundings['givenNames'],
  named: ReadonlySet<string>,
): PromptPart {
  const entries: (readonly [string, Json])[] = [];
  const from = new Set<string>();
  const list = (name: string) => {
    const binding = lookup(environment, name);
    if (binding?.kind === 'value') entries.push([name, binding.value]);
  };
  const own = new Set([...Object.keys(task.inputs), ...task.inputTasks.map(({ id }) => inputNameOf(id))]);
  const used = new Set([...named, ...givenInInputs(task, environment)]);
  for (const group of givenNames) {
    if (group.some((name) => used.has(name))) continue;
    // An input of the task's own hides the value of its name, and is listed for itself.
    const free = group.find((name) => !own.has(name));
    if (free !== undefined) list(free);
  }
  for (const [name, input] of Object.entries(task.inputs)) {
    if (named.has(name)) continue;
    list(name);
    const path = readFrom(input);
    const mentioned =
      path === undefined ? namesInTemplates(textsIn(input), environment) : [boundName(path, environment)];
    for (const source of mentioned) {
      if (source !== undefined && lookup(environment, source)?.kind === 'result') from.add(source);
    }
  }
  for (const { id } of task.inputTasks) {
    const name = inputNameOf(id);
    if (!named.has(name)) list(name);
  }
  return { kind: 'inputs', text: wrapped('inputs', members(entries)), from: [...from] };
}

/** The names that the inputs of a task read; one that is declared empty takes the value of its own name. */
function givenInInputs({ inputs }: PlannedAtomic, environment: Environment): readonly string[] {
  return Object.entries(inputs).flatMap(([name, input]) => {
    if (input === '') return [name];
    const path = readFrom(input);
    if (path === undefined) return [...namesInTemplates(textsIn(input), environment)];
    return boundName(path, environment) ?? [];
  });
}

/** The name of an input that is a task, from the task's segment. */
export function inputNameOf(segment: string): string {
  return segment.slice('input:'.length);
}

/** Instruction for the form of the reply. */
export function schemaText(schema: JsonObject): string {
  return `Reply with nothing but JSON that satisfies this JSON Schema:\n${encodeJson(schema)}`;
}

function expected(task: PlannedAtomic, render: Renderer): string {
  const wanted = task.expectedOutput === undefined ? '' : `Expected output:\n${render.text(task.expectedOutput)}`;
  const schema = task.outputSchema === undefined ? '' : schemaText(task.outputSchema);
  return [wanted, schema].filter((text) => text !== '').join('\n\n');
}
