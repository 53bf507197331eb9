import { createDice } from '@/base/dice';
import { generateValue } from '@/base/generate-value';
import { encodeJson } from '@/base/json-text';
import { walkPlannedTasks } from '@/engine/log/planned-tasks';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import type { Plan, PlannedTask } from '@/plan/plan';
import { readShapes } from './read-shapes';

/**
 * Scripts of a run without effects. A script is not run; in its place comes a value that fits its output schema, or
 * else one of the shape that other tasks read of its output. If nothing is known of it, its input is returned
 * unchanged, as a script task without a body does.
 */
export function createSimulatedScripts(plan: Plan): ScriptRunner {
  const outputs = collectScriptOutputs(plan);
  return {
    run: async ({ content, stdin }, sink) => {
      await sink('stdout', new TextEncoder().encode(outputs.get(content) ?? stdin));
      return { exitCode: 0, said: '' };
    },
  };
}

/** What to print in place of each script, by its content. */
function collectScriptOutputs(plan: Plan): ReadonlyMap<string, string> {
  const shapes = readShapes(plan);
  const outputs = new Map<string, string>();
  for (const [, task] of walkPlannedTasks(plan)) {
    const content = findScriptContent(task);
    const shape = shapes.get(task.id);
    if (content === undefined) continue;
    if (task.outputSchema !== undefined) {
      outputs.set(content, encodeJson(generateValue(task.outputSchema, createDice(content), formatSimulated)));
    } else if (shape !== undefined && !shape.isEmpty) {
      outputs.set(content, encodeJson(shape.value(task.id)));
    }
  }
  return outputs;
}

function findScriptContent(task: PlannedTask): string | undefined {
  return task.type === 'script' ? task.script?.content : undefined;
}

/** A text in place of one that nobody wrote. */
export function formatSimulated(name: string): string {
  return `Simulated ${name}`;
}
