import { createParser } from 'eventsource-parser';
import type { JsonObject } from '@/base/json';
import { encodeJson, tryDecodeObject } from '@/base/json-text';

/**
 * Corrects the answers of one call before the library of the protocol reads them: the libraries read what the makers
 * send, and many servers that speak the same protocol send something else. What the makers themselves send stays as it
 * is.
 */
export interface AnswerMender {
  /** What is read in place of an event of a stream; the same object: the event as it came. */
  event(event: JsonObject): readonly JsonObject[];
  /** What is read after the last event, if the stream ended by itself. */
  end(): readonly JsonObject[];
  /** Whether the answer has come to its end: rubbish behind it does not count. */
  readonly hasEnded: boolean;
  /** An answer that is not a stream. */
  whole(body: JsonObject): JsonObject;
}

/** The response with a corrected stream of server-sent events. `forLibrary`: their JSON as its library needs it. */
export function mendStream(
  response: Response,
  mender: AnswerMender,
  forLibrary: (json: string) => string = (json) => json,
): Response {
  if (response.body === null) return response;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const encodeEvent = (data: string) => encoder.encode(`data: ${forLibrary(data).replaceAll('\n', '\ndata: ')}\n\n`);
  let isClosed = false;
  let sendNothing: (data: string) => void = () => undefined;
  const parser = createParser({ onEvent: ({ data }) => isClosed || sendNothing(data) });
  const mend = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    start(controller) {
      const writeEvent = (data: string) => controller.enqueue(encodeEvent(data));
      sendNothing = (data) => {
        if (data.trim() === '[DONE]') {
          isClosed = true;
          for (const event of mender.end()) writeEvent(encodeJson(event));
          controller.terminate();
          return;
        }
        const event = tryDecodeObject(data);
        if (event === undefined) {
          if (!mender.hasEnded) writeEvent(data);
          return;
        }
        for (const mended of mender.event(event)) writeEvent(mended === event ? data : encodeJson(mended));
      };
    },
    transform(chunk) {
      parser.feed(decoder.decode(chunk, { stream: true }));
    },
    flush(controller) {
      // The last event may lack the empty line behind it.
      parser.feed(`${decoder.decode()}\n\n`);
      if (isClosed) return;
      for (const event of mender.end()) controller.enqueue(encodeEvent(encodeJson(event)));
    },
  });
  return new Response(response.body.pipeThrough(mend), response);
}

/** The text of an answer that is not a stream, corrected. */
export function mendWhole(text: string, mender: AnswerMender): string {
  const body = tryDecodeObject(text);
  if (body === undefined) return text;
  const mended = mender.whole(body);
  return mended === body ? text : encodeJson(mended);
}
