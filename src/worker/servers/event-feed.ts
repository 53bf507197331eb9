import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** The most characters of an event that is not complete. */
const maxEvent = 64 * 2 ** 20;

/**
 * Server-sent events, together as they arrive. None of them: a sign of life. A stream that is silent for
 * `silentMs` is given up: its connection died without a word. Errors: those of the stream.
 */
export async function* readFeed(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  silentMs: number,
): AsyncGenerator<readonly EventSourceMessage[], void> {
  let messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message), maxBufferSize: maxEvent });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      timer = setTimeout(() => void reader.cancel().catch(() => undefined), silentMs);
      const { value, done } = await reader.read();
      clearTimeout(timer);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield messages;
      messages = [];
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => undefined);
  }
}
