import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import { hashValue } from '@/base/hash';
import type { JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { Result } from '@/base/result';
import type { ToolCall } from '@/plan/message';
import { isAllOfServer } from '@/workflow/tasks/server-tools';
import { computeElapsedMs } from '../effects/elapsed';
import { buildFilesChanged } from '../effects/files-changed';
import { askApproval, type CallToApprove } from '../questions/ask-approval';
import { boundText } from './bounded-text';
import { buildFailedAnswer, createErrorAnswer, performChecked, readArguments } from './checked-call';
import { fitArguments } from './fit-arguments';
import type { HandlerTool, ToolAnswer, ToolEffects, ToolUse } from './handler-tool';
import { createHandlerTool } from './handler-tools';
import { listServerTools } from './server-tools';

/**
 * Performs a call that a model asked for, through the journal, and returns the answer for the model. A wrong call or a
 * failing one is an answer too, and the run continues; only errors that the model cannot fix are thrown.
 */
export async function callTool(call: ToolCall, use: ToolUse, effects: ToolEffects): Promise<ToolAnswer> {
  const { task, attempt, key } = use;
  const { journal, deps } = attempt.run;
  const planned = task.tools.find(({ safeName, tool }) => safeName === call.name && !isAllOfServer(tool));
  const tool = planned === undefined ? undefined : createHandlerTool(planned);
  const args = readArguments(call.arguments);

  // The tools of a server are unknown when a run is replayed. So the servers themselves go into the hash instead.
  const servers = task.tools.flatMap(({ tool: listed }) => (isAllOfServer(listed) ? [listed] : []));
  const asked = planned?.tool ?? (servers.length === 0 ? null : { servers, name: call.name });
  const step = { kind: 'tool.called', key, inputHash: hashValue([asked, call.arguments]) } as const;
  const { text, data } = await journal.step({ ...step, task: `${call.name} ${call.arguments}` }, async () => {
    const start = deps.clock.now();
    const answer = await answerToolCall(call.name, tool, args, use);
    const durationMs = computeElapsedMs(deps.clock, start);
    const { approved } = answer;
    return {
      text: boundText(answer.text, task.limits.maxContextBytes),
      data: {
        tool: planned?.name ?? call.name,
        arguments: await journal.payload(approved?.verdict === 'changed' ? encodeJson(approved.args) : call.arguments),
        isError: answer.isError,
        ...defined({ files: answer.files && [...answer.files] }),
        ...buildFilesChanged(answer),
        ...defined({ approval: approved?.verdict }),
        durationMs,
      },
    };
  });
  const { approval } = data;
  const read = approval === 'changed' ? readArguments(await journal.read(data.arguments)) : args;
  const called = read.ok ? fitToolArguments(tool, read.value) : undefined;
  if (!data.isError && called !== undefined) tool?.apply?.(called, effects);
  return {
    text,
    isError: data.isError,
    ...defined({ files: data.files }),
    ...(approval === undefined || called === undefined ? {} : { approved: { verdict: approval, args: called } }),
  };
}

/** The arguments as the tool was called with them. Only the tools of Heddle do something with them afterwards. */
function fitToolArguments(tool: HandlerTool | undefined, args: JsonObject): JsonObject {
  const { parameters, apply } = tool ?? {};
  if (apply === undefined || parameters === undefined || typeof parameters === 'function') return args;
  return fitArguments(parameters, args).args;
}

async function answerToolCall(
  name: string,
  known: HandlerTool | undefined,
  args: Result<JsonObject, string>,
  use: ToolUse,
): Promise<ToolAnswer> {
  try {
    const ofServers = known === undefined ? await listServerTools(use.task, use.attempt) : [];
    const ofServer = ofServers.find(({ declaration }) => declaration.name === name);
    const tool = known ?? ofServer?.handler;
    if (tool === undefined) {
      const own = use.task.tools.filter(({ tool: listed }) => !isAllOfServer(listed) && listed.type === undefined);
      const names = [...own.map(({ safeName }) => safeName), ...ofServers.map(({ declaration }) => declaration.name)];
      return createErrorAnswer(`There is no such tool. There are: ${names.join(', ')}.`);
    }
    const schema = typeof tool.parameters === 'function' ? await tool.parameters(use.attempt) : tool.parameters;
    const planned = use.task.tools.find(({ safeName }) => safeName === name);
    const mustApprove = known === undefined ? ofServer?.needsApproval : planned?.tool.approve === true;
    const call = { tool: planned?.name ?? name, parameters: schema, key: use.key };
    return await performChecked(schema, args, async (checked) => {
      const answered = await use.attempt.run.deps.answerTool?.(call.tool, checked);
      if (answered !== undefined) return answered;
      return mustApprove ? callOnceApproved({ ...call, args: checked }, tool, use) : tool.perform(checked, use);
    });
  } catch (error) {
    if (use.attempt.signal.aborted || isFatal(error)) throw error;
    return buildFailedAnswer(error);
  }
}

/** Calls a tool once a person has approved it. The model is told of a refusal, and of arguments that were changed. */
async function callOnceApproved(call: CallToApprove, tool: HandlerTool, use: ToolUse): Promise<ToolAnswer> {
  const approval = await askApproval(call, use.attempt);
  if (approval.verdict === 'refused') {
    const { verdict, reason } = approval;
    const why = reason === '' ? '' : ` ${reason}`;
    return { ...createErrorAnswer(`A person refused this call.${why}`), approved: { verdict, args: call.args } };
  }
  const answer = await tool.perform(approval.args, use);
  const isTold = approval.verdict === 'changed' && use.task.type === 'atomic';
  const note = isTold ? `[A person changed the arguments to ${encodeJson(approval.args)}]\n` : '';
  return { ...answer, text: `${note}${answer.text}`, approved: approval };
}

/** Errors that end the task, not only the call: its time is up, nobody answers, the storage is broken. */
const fatalReasons: ReadonlySet<unknown> = new Set(['timeout', 'input_timeout', 'no_person']);

function isFatal(error: unknown): boolean {
  return error instanceof AppError && (error.code !== 'TASK_FAILURE' || fatalReasons.has(error.details?.['reason']));
}
