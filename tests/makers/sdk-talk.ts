import type { createOpenAI } from '@ai-sdk/openai';

/** A model of any of the AI SDK's provider packages: all keep the same specification, version 4. */
export type LanguageModelV4 = ReturnType<ReturnType<typeof createOpenAI>['responses']>;

type CallOptions = Parameters<LanguageModelV4['doStream']>[0];
type Prompt = CallOptions['prompt'];
type Content = Awaited<ReturnType<LanguageModelV4['doGenerate']>>['content'][number];
type Stream = Awaited<ReturnType<LanguageModelV4['doStream']>>['stream'];
type StreamPart = Stream extends ReadableStream<infer Part> ? Part : never;

/** Options of a provider package, by its name. */
export type ProviderOptions = NonNullable<CallOptions['providerOptions']>;

/** The course of a conversation with a tool. */
export interface Talk {
  /** The content of each answer, in order. */
  readonly answers: readonly (readonly Content[])[];
  /** Everything that was streamed. */
  readonly parts: readonly StreamPart[];
  /** Text of the last answer. */
  readonly text: string;
}

/**
 * Talks with a model, answering each call of the tool `weather` with `Sun`, until it makes no more calls, at most
 * `most` turns. The model's thinking is sent back as the AI SDK does; `keep` false: it is lost. Throws errors of the
 * stream.
 */
export async function talk(
  model: LanguageModelV4,
  words: string,
  {
    providerOptions,
    most = 10,
    keep = true,
  }: { providerOptions?: ProviderOptions; most?: number; keep?: boolean } = {},
): Promise<Talk> {
  const prompt: Prompt = [
    { role: 'system', content: 'Be kind' },
    { role: 'user', content: [{ type: 'text', text: words }] },
  ];
  const parts: StreamPart[] = [];
  const answers: (readonly Content[])[] = [];
  for (let turn = 1; turn <= most; turn += 1) {
    const { stream } = await model.doStream({ prompt, ...(providerOptions && { providerOptions }), tools: [tool] });
    const { content, seen } = await read(stream);
    parts.push(...seen);
    answers.push(content);
    const calls = content.filter((part) => part.type === 'tool-call');
    if (calls.length === 0) break;
    const input = content.flatMap(asInput).filter(({ type }) => keep || type !== 'reasoning');
    const said = keep ? input : input.map(({ providerOptions: _, ...part }) => part);
    prompt.push({ role: 'assistant', content: said }, { role: 'tool', content: calls.map(result) });
  }
  const text = (answers.at(-1) ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { answers, parts, text };
}

const tool = {
  type: 'function' as const,
  name: 'weather',
  inputSchema: {
    type: 'object' as const,
    properties: { city: { type: 'string' as const } },
    required: ['city'],
    additionalProperties: false,
  },
};

type Input = Extract<Prompt[number], { role: 'assistant' }>['content'][number];

function asInput(part: Content): Input[] {
  const options = part.providerMetadata === undefined ? {} : { providerOptions: part.providerMetadata };
  if (part.type === 'text' || part.type === 'reasoning') return [{ type: part.type, text: part.text, ...options }];
  if (part.type !== 'tool-call') return [];
  const { toolCallId, toolName, input } = part;
  return [{ type: 'tool-call', toolCallId, toolName, input: JSON.parse(input), ...options }];
}

function result({ toolCallId, toolName }: Extract<Content, { type: 'tool-call' }>) {
  return { type: 'tool-result' as const, toolCallId, toolName, output: { type: 'text' as const, value: 'Sun' } };
}

/** The content of a streamed answer; for each part the last metadata is used, as in the AI SDK. */
async function read(stream: Stream) {
  const seen: StreamPart[] = [];
  const content: Content[] = [];
  const open = new Map<string, { type: 'text' | 'reasoning'; text: string; providerMetadata?: ProviderOptions }>();
  for await (const part of stream) {
    seen.push(part);
    if (part.type === 'error') throw part.error;
    if (part.type === 'tool-call') content.push(part);
    if (part.type === 'text-start' || part.type === 'reasoning-start') {
      const started = { type: part.type === 'text-start' ? ('text' as const) : ('reasoning' as const), text: '' };
      open.set(part.id, started);
      content.push(started);
    }
    const current = 'id' in part && typeof part.id === 'string' ? open.get(part.id) : undefined;
    if (current === undefined) continue;
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') current.text += part.delta;
    if ('providerMetadata' in part && part.providerMetadata !== undefined) {
      current.providerMetadata = part.providerMetadata as ProviderOptions;
    }
  }
  return { content, seen };
}
