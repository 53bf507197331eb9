import { type FixtureResponse, LLMock } from '@copilotkit/aimock';

/** A message to aimock's model, and what it says to it. */
export interface AimockReply {
  /** Text that must occur in the last message of the user. */
  readonly match: string;
  readonly reply: string;
  /** What it thinks before it speaks or calls. Only models that reason think: aimock goes by their names. */
  readonly thinking?: string;
  /** A tool that it calls first; it replies when the result is there. */
  readonly call?: { readonly name: string; readonly args: object };
  /** As reported by the server. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** aimock, a server that others wrote, so that our reading of the protocols is not checked by ourselves alone. */
export interface Aimock {
  /** Without a path: `url + '/v1'` is the base URL of OpenAI's and Anthropic's protocols, `/v1beta` of Google's. */
  readonly url: string;
  /** Bodies of the requests, in OpenAI's form whatever protocol they came in. */
  bodies(): readonly unknown[];
  close(): Promise<void>;
}

/** Starts aimock on a free port; a message that no reply is for is answered by status 404. */
export async function startAimock(replies: readonly AimockReply[]): Promise<Aimock> {
  const mock = new LLMock({ port: 0, chunkSize: 8 });
  for (const { match, reply, thinking, call, inputTokens, outputTokens } of replies) {
    const more = {
      ...(thinking === undefined ? {} : { reasoning: thinking }),
      // All protocols' names, since one fixture serves them all.
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
