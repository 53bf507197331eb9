import type { ModelReply, ModelRequest, ToolDeclaration } from '@/engine/ports/model-client';
import type { Message } from '@/plan/message';
import type { ModelFacts } from '@/plan/model-facts';

/** Most tokens of each of the two replies, thinking included: a small question at a low effort takes a few hundred. */
export const toolReplyTokens = 1024;

/** How a conversation with a tool went, as far as it came. */
export interface ToolTalk {
  /** Whether the model called the tool; its call and the result were then sent back. */
  readonly isCalled: boolean;
  /** Whether the model thought before the call, and that was sent back too. */
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
 * Gives the model a tool, and sends the call and what it thought back with a result. `ask` makes one call; `onProgress`
 * is told how far it came, as a later call may be refused. Rejects with what `ask` rejects with.
 */
export async function testTool(
  ask: (request: Pick<ModelRequest, 'messages' | 'tools' | 'maxOutputTokens'>) => Promise<ModelReply>,
  onProgress: (talk: ToolTalk) => void,
): Promise<void> {
  const asked = { tools: [tool], maxOutputTokens: toolReplyTokens };
  const reply = await ask({ ...asked, messages: [question] });
  const { content, toolCalls = [], origin, finishReason } = reply;
  const hasThought = origin?.parts.some(({ kind }) => kind === 'reasoning') ?? false;
  onProgress({ isCalled: toolCalls.length > 0, hasThought, isCutOff: finishReason === 'length' });
  if (toolCalls.length === 0) return;
  const said: Message = { role: 'assistant', content, toolCalls, ...(origin === undefined ? {} : { origin }) };
  // Each call has to be answered, should the model make several.
  const results = toolCalls.map(({ id, name }): Message => ({ role: 'tool', toolCallId: id, name, content: result }));
  await ask({ ...asked, messages: [question, said, ...results] });
}

/**
 * The effort at which a model is tested with a tool: the least at which it surely thinks. Left out where it thinks only
 * when told to: some models of Anthropic would add a budget for thinking to the longest reply.
 */
export function toolEffort({ efforts = [], defaultEffort }: ModelFacts): Pick<ModelRequest, 'reasoningEffort'> {
  if (defaultEffort === 'none') return {};
  const reasoningEffort = efforts.find((effort) => effort !== 'none' && effort !== 'minimal');
  return reasoningEffort === undefined ? {} : { reasoningEffort };
}
