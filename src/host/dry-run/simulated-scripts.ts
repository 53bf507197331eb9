import { createDice } from '@/base/dice';
import { generateValue } from '@/base/generate-value';
import type { Json } from '@/base/json';
import { tasksOf } from '@/engine/log/planned-tasks';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import type { Plan, PlannedTask } from '@/plan/plan';

/**
 * Scripts of a run without effects. A script is not run; in its place comes a value that fits its output schema, or
 * else one that has the fields that other tasks read of its output. If nothing is known of it, its input is returned
 * unchanged, as a script task without a body does.
 */
export function simulatedScripts(plan: Plan): ScriptRunner {
  const outputs = outputsOf(plan);
  return {
    run: async ({ content, stdin }, sink) => {
      await sink('stdout', new TextEncoder().encode(outputs.get(content) ?? stdin));
      return { exitCode: 0, said: '' };
    },
  };
}

/** What to print in place of each script, by its content. */
function outputsOf(plan: Plan): ReadonlyMap<string, string> {
  const tasks = [...tasksOf(plan)].map(([, task]) => task);
  const outputs = new Map<string, string>();
  const read = new Map<string, { [name: string]: Json }>();
  for (const { id, fields, isList } of readsIn(plan)) {
    const found = scriptAt(
      tasks.find((task) => task.id === id),
      fields,
    );
    if (found === undefined) continue;
    const output = read.get(found.content) ?? {};
    place(output, found.fields, isList);
    read.set(found.content, output);
  }
  for (const [content, output] of read) outputs.set(content, JSON.stringify(output));
  for (const task of tasks) {
    const content = contentOf(task);
    if (content === undefined || task.outputSchema === undefined) continue;
    outputs.set(content, JSON.stringify(generateValue(task.outputSchema, createDice(content), simulated)));
  }
  return outputs;
}

/** A path into the output of a task, as a text of the plan names it. */
interface OutputRead {
  readonly id: string;
  readonly fields: readonly string[];
  /** Whether its items are used one by one. */
  readonly isList: boolean;
}

/** `tasks.fetch.output.features` and `{{fetch.output.features}}`; a name before a parenthesis is a function. */
const reference = /(items":\{"from":")?(?:tasks\.)?\b([A-Za-z_][\w-]*)\.output((?:\.[A-Za-z_]\w*)+)(\s*\()?/g;

function readsIn({ tasks, library }: Plan): readonly OutputRead[] {
  return [...JSON.stringify([tasks, library]).matchAll(reference)].flatMap(([, items, id = '', path = '', call]) => {
    const names = path.slice(1).split('.');
    const fields = call === undefined ? names : names.slice(0, -1);
    return fields.length === 0 ? [] : [{ id, fields, isList: items !== undefined }];
  });
}

/** The script whose output has these fields: the task itself, or one in a group, whose output names its parts. */
function scriptAt(
  task: PlannedTask | undefined,
  fields: readonly string[],
): { readonly content: string; readonly fields: readonly string[] } | undefined {
  if (task?.type === 'group')
    return scriptAt(
      task.tasks.find(({ id }) => id === fields[0]),
      fields.slice(1),
    );
  const content = task && contentOf(task);
  return content === undefined || fields.length === 0 ? undefined : { content, fields };
}

function contentOf(task: PlannedTask): string | undefined {
  return task.type === 'script' ? task.script?.content : undefined;
}

/** Puts a value into an object at a path. What is there stays, unless it has to hold the rest of the path. */
function place(into: { [name: string]: Json }, [name = '', ...rest]: readonly string[], isList: boolean): void {
  const before = into[name];
  const isObject = typeof before === 'object' && before !== null && !Array.isArray(before);
  if (rest.length > 0) {
    const inner = isObject ? (before as { [name: string]: Json }) : {};
    place(inner, rest, isList);
    into[name] = inner;
  } else if (isList) into[name] = [`${simulated(name)} 1`, `${simulated(name)} 2`];
  else into[name] ??= simulated(name);
}

function simulated(name: string): string {
  return `Simulated ${name}`;
}
