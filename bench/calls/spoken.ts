/** One protocol, as the bare call speaks it. */
export interface Spoken {
  /** A model of today, of which the catalogue knows something. */
  readonly model: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  /** What an event adds to the answer. */
  readonly textOf: (event: AnyEvent) => string | undefined;
}

/** An event of any of the protocols, with the fields in which they hold text. */
interface AnyEvent {
  readonly type?: string;
  readonly delta?: string | { readonly text?: string };
  readonly choices?: readonly { readonly delta: { readonly content?: string } }[];
  readonly candidates?: readonly { readonly content: { readonly parts: readonly { readonly text: string }[] } }[];
}

/** What is asked, by both. */
export const question = 'Name twenty things that a weaver needs.';

const messages = [{ role: 'user', content: question }];
const json = { 'content-type': 'application/json' };

/** The four protocols, in which the model client asks too. */
export const protocols = {
  openai: {
    model: 'gpt-6-sol',
    path: '/v1/responses',
    headers: { ...json, authorization: 'Bearer key' },
    body: { model: 'gpt-6-sol', input: messages, stream: true, store: false },
    textOf: ({ type, delta }) =>
      type === 'response.output_text.delta' && typeof delta === 'string' ? delta : undefined,
  },
  anthropic: {
    model: 'claude-sonnet-5-5',
    path: '/v1/messages',
    headers: { ...json, 'x-api-key': 'key', 'anthropic-version': '2023-06-01' },
    body: { model: 'claude-sonnet-5-5', messages, max_tokens: 1000, stream: true },
    textOf: ({ type, delta }) => (type === 'content_block_delta' && typeof delta === 'object' ? delta.text : undefined),
  },
  google: {
    model: 'gemini-4-carbon',
    path: '/v1/models/gemini-4-carbon:streamGenerateContent?alt=sse',
    headers: { ...json, 'x-goog-api-key': 'key' },
    body: { contents: [{ role: 'user', parts: [{ text: question }] }] },
    textOf: ({ candidates }) => candidates?.[0]?.content.parts[0]?.text,
  },
  compatible: {
    model: 'qwen3',
    path: '/v1/chat/completions',
    headers: { ...json, authorization: 'Bearer key' },
    body: { model: 'qwen3', messages, stream: true },
    textOf: ({ choices }) => choices?.[0]?.delta.content,
  },
} satisfies Readonly<Record<string, Spoken>>;

/** A call as it is written without any library: fetch, a split into events, and their text. */
export async function bareCall(url: string, { path, headers, body, textOf }: Spoken): Promise<string> {
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok || response.body === null) throw new Error(`Status ${response.status}.`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let content = '';
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return content;
    const events = (rest + value).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = event.slice(event.indexOf('data: ') + 'data: '.length);
      if (data !== '[DONE]') content += textOf(JSON.parse(data)) ?? '';
    }
  }
}
