import { type FixtureResponse, LLMock } from '@copilotkit/aimock';

/** A message to aimock's model, and the model's reply. */
export interface AimockReply {
  /** Text that must occur in the last message of the user. */
  readonly match: string;
  readonly reply: string;
  /** What it thinks before it speaks or calls. Only reasoning models think: aimock recognizes them by name. */
  readonly thinking?: string;
  /** A tool that it calls first; it replies once it has the result. */
  readonly call?: { readonly name: string; readonly args: object };
  /** As reported by the server. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** aimock, a third-party server, so that our reading of the protocols is not checked by ourselves alone. */
export interface Aimock {
  /** Without a path: `url + '/v1'` is the base URL of OpenAI's and Anthropic's protocols, `/v1beta` of Google's. */
  readonly url: string;
  /** Bodies of the requests, converted to OpenAI's format from every protocol. */
  bodies(): readonly unknown[];
  close(): Promise<void>;
}

/** Starts aimock on a free port; a message without a reply is answered by status 404. */
export async function startAimock(replies: readonly AimockReply[]): Promise<Aimock> {
  const mock = new LLMock({ port: 0, chunkSize: 8 });
  for (const { match, reply, thinking, call, inputTokens, outputTokens } of replies) {
    const more = {
      ...(thinking === undefined ? {} : { reasoning: thinking }),
      // The names of all protocols, since one fixture serves them all.
      usage: {
        prompt_tokens: inputTokens,
        completion_tokens: outputTokens,
        total_tokens: inputTokens + outputTokens,
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        promptTokenCount: inputTokens,
        candidatesTokenCount: outputTokens,
      },
    };
    const on = (response: FixtureResponse, hasToolResult?: boolean) =>
      mock.on({ userMessage: match, ...(hasToolResult === undefined ? {} : { hasToolResult }) }, response);
    if (call !== undefined)
      on({ toolCalls: [{ name: call.name, arguments: JSON.stringify(call.args) }], ...more }, false);
    on({ content: reply, ...more }, call === undefined ? undefined : true);
  }
  await mock.start();
  return {
    url: mock.url,
    bodies: () => mock.getRequests().map((entry) => entry.body),
    close: () => mock.stop(),
  };
}
