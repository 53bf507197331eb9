import { startOf } from '@/base/start-of';
import type { PlannedTool } from '@/plan/plan';
import { type Payload, type ScriptToolCall, scriptCallLimits } from '@/run/event-data';
import { parametersOf } from '@/workflow/tasks/tool-parameters';
import type { Attempt } from '../attempt';
import { elapsed } from '../effects/elapsed';
import type { CallScriptTool } from '../ports/script-runner';
import { failedAnswer, performChecked, readArguments, wrong } from './checked-call';
import type { ToolAnswer } from './handler-tool';
import { requestHttp } from './http-tool';
import { accessOf } from './tool-access';

/** How often a script called one tool. */
export interface ScriptCallTotals {
  readonly count: number;
  readonly failed: number;
}

/**
 * The tools that a script may call, which make HTTP requests. A call belongs to the script as what it prints does: it
 * has no record of its own, and is made again if the script is.
 */
export interface ScriptTools {
  /** What was called so far, by the names of the tools. */
  readonly made: ReadonlyMap<string, ScriptCallTotals>;
  /** The newest of these calls, in the order in which they ended. */
  readonly calls: readonly ScriptToolCall[];
  /** Performs calls until the signal aborts, which ends with the script. */
  within(signal: AbortSignal): CallScriptTool;
}

/** Opens the tools of a script for one execution of it. */
export function openScriptTools(tools: readonly PlannedTool[], attempt: Attempt): ScriptTools {
  const { clock } = attempt.run.deps;
  const made = new Map<string, ScriptCallTotals>();
  const calls: ScriptToolCall[] = [];
  return {
    made,
    calls,
    within: (signal) => async (name, args) => {
      const found = tools.find(({ safeName }) => safeName === name);
      if (found === undefined) {
        return wrong(`There is no such tool. There are: ${tools.map(({ safeName }) => safeName).join(', ')}.`);
      }
      const start = clock.now();
      const { text, isError } = await answerOf(found, args, attempt, signal);
      const { count = 0, failed = 0 } = made.get(name) ?? {};
      made.set(name, { count: count + 1, failed: failed + (isError ? 1 : 0) });
      const durationMs = elapsed(clock, start);
      calls.push({ tool: found.name, arguments: keptOf(args), result: keptOf(text), isError, durationMs });
      if (calls.length > scriptCallLimits.calls) calls.shift();
      return { text, isError };
    },
  };
}

/** The start of a text, as it is kept. */
function keptOf(text: string): Payload {
  return { text: startOf(text, scriptCallLimits.text), length: text.length };
}

async function answerOf(
  { tool }: PlannedTool,
  args: string,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const { http } = tool;
  if (http === undefined) return wrong('A script can call only tools that make HTTP requests.');
  if (tool.approve === true) {
    return wrong('A person has to approve each call of this tool. Call it by a task of the type “tool”.');
  }
  try {
    const { keeper: _keeper, ...access } = accessOf(attempt);
    // The time of the script runs already.
    const timed = <T>(perform: (signal: AbortSignal) => Promise<T>) => perform(signal);
    return await performChecked(parametersOf(tool), readArguments(args), (checked) =>
      requestHttp(tool, http, checked, { ...access, timed }),
    );
  } catch (error) {
    return failedAnswer(error);
  }
}
