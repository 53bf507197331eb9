import { defined } from '@/base/defined';
import type { ModelReply, ModelRequest, ToolDeclaration } from '@/engine/ports/model-client';
import type { Message } from '@/plan/message';
import type { ModelFacts } from '@/plan/model-facts';

/**
 * The most tokens of each of the two replies, including thinking: a small question at low effort takes a few hundred.
 */
export const toolReplyTokens = 1024;

/** How far a conversation with a tool got. */
export interface ToolTalk {
  /** Whether the model called the tool; its call and the result were then sent back. */
  readonly isCalled: boolean;
  /** Whether the model thought before the call; its thoughts were then sent back too. */
  readonly hasThought: boolean;
  /** Whether its first reply was cut off at {@link toolReplyTokens}. */
  readonly isCutOff: boolean;
}

const tool: ToolDeclaration = {
  name: 'tide_table',
  description: 'Gives the times of high and low tide in a harbour today.',
  parameters: {
    type: 'object',
    properties: { harbour: { type: 'string', description: 'Name of the harbour' } },
    required: ['harbour'],
    additionalProperties: false,
  },
};
const question: Message = {
  role: 'user',
  content: 'When is high tide in Emden today? Look it up with tide_table, then answer in one sentence.',
};
const result = 'High tide 14:20, low tide 20:35';

/**
 * Offers the model a tool, and sends its call and its thoughts back with a result. `ask` makes one call; `onProgress`
 * is called after the first, because the second may be refused. Rejects with the error of `ask`.
 */
export async function testTool(
  ask: (request: Pick<ModelRequest, 'messages' | 'tools' | 'maxOutputTokens'>) => Promise<ModelReply>,
  onProgress: (talk: ToolTalk) => void,
): Promise<void> {
  const toolOptions = { tools: [tool], maxOutputTokens: toolReplyTokens };
  const reply = await ask({ ...toolOptions, messages: [question] });
  const { content, toolCalls = [], origin, finishReason } = reply;
  const hasThought = origin?.parts.some(({ kind }) => kind === 'reasoning') ?? false;
  onProgress({ isCalled: toolCalls.length > 0, hasThought, isCutOff: finishReason === 'length' });
  if (toolCalls.length === 0) return;
  const assistantTurn: Message = { role: 'assistant', content, toolCalls, ...defined({ origin }) };
  // Every call must be answered, if the model makes several.
  const results = toolCalls.map(({ id, name }): Message => ({ role: 'tool', toolCallId: id, name, content: result }));
  await ask({ ...toolOptions, messages: [question, assistantTurn, ...results] });
}

/**
 * The effort at which a model is tested with a tool: the least at which it certainly thinks. Left out if it thinks only
 * on request: with some models of Anthropic a thinking budget would be added to the token limit of the reply.
 */
export function findToolEffort({ efforts = [], defaultEffort }: ModelFacts): Pick<ModelRequest, 'reasoningEffort'> {
  if (defaultEffort === 'none') return {};
  const reasoningEffort = efforts.find((effort) => effort !== 'none' && effort !== 'minimal');
  return reasoningEffort === undefined ? {} : { reasoningEffort };
}
