import { cutToStart } from '@/base/start-of';
import type { PlannedTool } from '@/plan/plan';
import { type Payload, type ScriptToolCall, scriptCallLimits } from '@/run/event-data';
import { getToolSchema } from '@/workflow/tasks/tool-parameters';
import type { Attempt } from '../attempt';
import { computeElapsedMs } from '../effects/elapsed';
import type { CallScriptTool } from '../ports/script-runner';
import { buildFailedAnswer, createErrorAnswer, performChecked, readArguments } from './checked-call';
import type { ToolAnswer } from './handler-tool';
import { requestHttp } from './http-tool';
import { createToolAccess } from './tool-access';

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
        return createErrorAnswer(
          `There is no such tool. There are: ${tools.map(({ safeName }) => safeName).join(', ')}.`,
        );
      }
      const start = clock.now();
      const { text, isError } = await answerScriptCall(found, args, attempt, signal);
      const { count = 0, failed = 0 } = made.get(name) ?? {};
      made.set(name, { count: count + 1, failed: failed + (isError ? 1 : 0) });
      const durationMs = computeElapsedMs(clock, start);
      calls.push({ tool: found.name, arguments: keepStart(args), result: keepStart(text), isError, durationMs });
      if (calls.length > scriptCallLimits.calls) calls.shift();
      return { text, isError };
    },
  };
}

/** The start of a text, as it is kept. */
function keepStart(text: string): Payload {
  return { text: cutToStart(text, scriptCallLimits.text), length: text.length };
}

async function answerScriptCall(
  { name, tool }: PlannedTool,
  args: string,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const { http } = tool;
  if (http === undefined) return createErrorAnswer('A script can call only tools that make HTTP requests.');
  if (tool.approve === true) {
    return createErrorAnswer('A person has to approve each call of this tool. Call it by a task of the type “tool”.');
  }
  try {
    const { keeper: _keeper, ...access } = createToolAccess(attempt);
    // The time of the script runs already.
    const performTimed = <T>(perform: (signal: AbortSignal) => Promise<T>) => perform(signal);
    return await performChecked(getToolSchema(tool), readArguments(args), async (checked) => {
      const answered = await attempt.run.deps.answerTool?.(name, checked);
      return answered ?? requestHttp(tool, http, checked, { ...access, timed: performTimed });
    });
  } catch (error) {
    return buildFailedAnswer(error);
  }
}
