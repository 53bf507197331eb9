import { useMemo } from 'react';
import { z } from 'zod';
import { computeUtf8Length } from '@/base/bytes';
import { formatTokens } from '@/base/figures';
import { decodeJson } from '@/base/json-text';
import type { ContextPlan } from '@/plan/context/context-plan';
import type { SentPart } from '@/plan/message';
import { type CompactionsOfCall, listCompactions } from '@/run/projections/compactions-of';
import { findContextPlan } from '@/run/projections/plan-of';
import type { CallRecord } from '@/run/run-state';
import { useRun } from '@/state/context';
import { readMessages, type SentMessage } from '../sent-messages';
import { usePayload } from '../use-payload';
import { listPartRows, type PartRow, type SentTool } from './parts/part-groups';
import { readPartText } from './parts/part-text';

const partsSchema = z.array(
  z.object({
    kind: z.string(),
    from: z.array(z.string()),
    message: z.number(),
    start: z.number(),
    end: z.number(),
    messages: z.number(),
    bytes: z.number(),
    tokens: z.number(),
  }),
);
const toolsSchema = z.array(z.object({ name: z.string() }));
const planSchema = z.object({ choices: z.array(z.object({ id: z.string(), verdict: z.string() })) });

/** What a call was sent, as far as it is loaded. */
export interface SentCall {
  /** Whether some of it is still loading. */
  readonly loading: boolean;
  /** Why some of it could not be read. */
  readonly failure?: string;
  /** Whether the run records the parts of its messages. Runs of older versions do not. */
  readonly hasParts: boolean;
  readonly rows: readonly PartRow[];
  readonly messages: readonly SentMessage[];
  /** JSON of the tools. */
  readonly tools: string;
  readonly plan: ContextPlan | undefined;
  readonly compactions: CompactionsOfCall;
}

/** Reads what a call was sent: its parts, messages, tools and the context plan of its attempt. */
export function useSentCall(call: CallRecord | undefined): SentCall {
  const planRecord = useRun(({ run }) => call && findContextPlan(run, call));
  const context = useRun(({ run }) => run.context);
  const parts = usePayload(call?.parts);
  const tools = usePayload(call?.tools);
  const request = usePayload(call?.request);
  const planned = usePayload(planRecord?.plan);
  const all = [parts, tools, request, planned];

  const readParts = useMemo(() => parseWritten<SentPart[]>(parts.text, partsSchema) ?? [], [parts.text]);
  const readTools = useMemo(() => parseWritten<SentTool[]>(tools.text, toolsSchema) ?? [], [tools.text]);
  const plan = useMemo(() => parseWritten<ContextPlan>(planned.text, planSchema), [planned.text]);
  const messages = useMemo(() => readMessages(request.text) ?? [], [request.text]);
  const compactions = useMemo(() => {
    const part = readParts.find(({ kind }) => kind === 'history');
    const text = part === undefined ? undefined : readPartText({ kind: 'message', part }, messages, '');
    const history = part === undefined || text === undefined ? undefined : { from: part.from, text };
    return call === undefined ? noCompactions : listCompactions({ context }, call, history);
  }, [context, call, readParts, messages]);
  const sent = call?.window?.sent;
  const rows = useMemo(() => {
    const ofParts = readParts.reduce((sum, { tokens: size }) => sum + size, 0);
    return listPartRows({
      parts: readParts,
      tools: readTools,
      toolBytes: computeUtf8Length(tools.text),
      otherTokens: Math.max(0, (sent ?? ofParts) - ofParts),
      plan,
      compactedFrom: describeBefore(compactions),
    });
  }, [readParts, readTools, tools.text, sent, plan, compactions]);

  const failed = all.find((one) => one.status === 'failed');
  return {
    loading: all.some(({ status }) => status === 'loading'),
    ...(failed?.status === 'failed' ? { failure: failed.message } : {}),
    hasParts: call?.parts !== undefined,
    rows,
    messages,
    tools: tools.text,
    plan,
    compactions,
  };
}

const noCompactions: CompactionsOfCall = { conversation: undefined, history: [] };

/** What the compacted parts replace, in words. */
function describeBefore({ conversation, history }: CompactionsOfCall) {
  const before = history.reduce((sum, { tokensBefore }) => sum + tokensBefore, 0);
  return {
    ...(before > 0 ? { history: formatTokens(before) } : {}),
    ...(conversation === undefined ? {} : { compacted: formatTokens(conversation.tokensBefore) }),
  };
}

/**
 * Parses what the engine wrote. Undefined if it does not match the schema: an older version wrote it, or it is cut off.
 */
function parseWritten<T>(json: string, schema: z.ZodType): T | undefined {
  try {
    const value: unknown = decodeJson(json);
    return schema.safeParse(value).success ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}
