import { LLMock } from '@copilotkit/aimock';

/** A message to aimock's model, and what it says to it. */
export interface AimockReply {
  /** Text that must occur in the last message of the user. */
  readonly match: string;
  readonly reply: string;
  /** As reported by the server. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** aimock, a server that others wrote, so that our reading of the protocols is not checked by ourselves alone. */
export interface Aimock {
  /** Without a path: `url + '/v1'` is the base URL of both protocols. */
  readonly url: string;
  /** Bodies of the requests, in OpenAI's form whatever protocol they came in. */
  bodies(): readonly unknown[];
  close(): Promise<void>;
}

/** Starts aimock on a free port; a message that no reply is for is answered by status 404. */
export async function startAimock(replies: readonly AimockReply[]): Promise<Aimock> {
  const mock = new LLMock({ port: 0, chunkSize: 8 });
  for (const { match, reply, inputTokens, outputTokens } of replies) {
    mock.onMessage(match, {
      content: reply,
      // Both protocols' names, since one fixture serves both.
      usage: {
        prompt_tokens: inputTokens,
        completion_tokens: outputTokens,
        total_tokens: inputTokens + outputTokens,
        input_tokens: inputTokens,
        output_tokens: outputTokens,
      },
    });
  }
  await mock.start();
  return {
    url: mock.url,
    bodies: () => mock.getRequests().map((entry) => entry.body),
    close: () => mock.stop(),
  };
}
