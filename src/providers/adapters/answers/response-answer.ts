import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { joinArguments } from './call-pieces';
import { FilledResponse } from './filled-response';
import type { AnswerMender } from './mend-answer';
import { listObjects, readTextOrNothing } from './read-answer';

/** What is known of a call of a tool before it is done. */
interface OpenCall {
  item: JsonObject;
  readonly pieces: string[];
  /** The whole arguments, if the server sent them once more. */
  whole: string;
}

const ends: ReadonlySet<Json | undefined> = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/**
 * OpenAI’s Responses as their library reads them: it takes the arguments of a call from the item at its end. Servers
 * that speak the protocol also send them in the pieces alone, as a value, or do not end the item.
 */
export class ResponseAnswer implements AnswerMender {
  readonly #filled = new FilledResponse();
  readonly #open = new Map<Json | undefined, OpenCall>();
  #hasEnded = false;

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  event(event: JsonObject): readonly JsonObject[] {
    return this.#filled.event(event).flatMap((filled) => this.#mend(filled));
  }

  #mend(event: JsonObject): readonly JsonObject[] {
    if (this.#hasEnded) return [];
    const { type, item, output_index: index, delta } = event;
    if (type === 'response.output_item.added' && isCall(item)) {
      this.#open.set(index, { item, pieces: [readArguments(item)].filter((text) => text !== ''), whole: '' });
      return [setArguments(event, item, '')];
    }
    const open = this.#open.get(index);
    if (open !== undefined && type === 'response.function_call_arguments.delta') {
      open.pieces.push(typeof delta === 'string' ? delta : encodeJson(delta ?? ''));
      // The library needs no pieces.
      return [];
    }
    if (open !== undefined && type === 'response.function_call_arguments.done') {
      open.whole = readArguments(event);
      return [];
    }
    if (type === 'response.output_item.done' && isCall(item)) {
      this.#open.delete(index);
      return [completeCall(event, item, open)];
    }
    if (!ends.has(type)) return [event];
    this.#hasEnded = true;
    const undone = type === 'response.completed' ? [...this.#open] : [];
    return [
      ...undone.map(([at, call]) =>
        completeCall({ type: 'response.output_item.done', output_index: at ?? 0 }, call.item, call),
      ),
      addReason(event),
    ];
  }

  end(): readonly JsonObject[] {
    return [];
  }

  whole(given: JsonObject): JsonObject {
    const body = this.#filled.whole(given);
    const output = listObjects(body['output']);
    const isText = (item: JsonObject) => !isCall(item) || typeof item['arguments'] === 'string';
    if (output.every(isText)) return addReason({ response: body })['response'] as JsonObject;
    const items = output.map((item) => (isCall(item) ? { ...item, arguments: readArguments(item) || '{}' } : item));
    return addReason({ response: { ...body, output: items } })['response'] as JsonObject;
  }
}

function isCall(item: Json | undefined): item is JsonObject {
  return isJsonObject(item) && item['type'] === 'function_call';
}

function readArguments({ arguments: args }: JsonObject): string {
  if (args === undefined || args === null) return '';
  return typeof args === 'string' ? args : encodeJson(args);
}

function setArguments(event: JsonObject, item: JsonObject, text: string): JsonObject {
  return item['arguments'] === text ? event : { ...event, item: { ...item, arguments: text } };
}

/** The event of a call that is done: with the arguments of its item, or else those that came before. */
function completeCall(event: JsonObject, item: JsonObject, open: OpenCall | undefined): JsonObject {
  const own = joinArguments([readArguments(item)]);
  const gathered = open?.whole || joinArguments(open?.pieces ?? []) || '{}';
  return setArguments(event, item, own === '' || own === '{}' ? gathered : own);
}

/** A response that is not complete is not a whole answer, even if the server does not say why. */
function addReason(event: JsonObject): JsonObject {
  const { type, response } = event;
  if (!isJsonObject(response)) return event;
  const { status = type === 'response.incomplete' ? 'incomplete' : 'completed', incomplete_details: details } =
    response;
  const isWhole = type !== 'response.incomplete' && (status === 'completed' || status === null);
  if (isWhole || (isJsonObject(details) && readTextOrNothing(details['reason']))) return event;
  return {
    ...event,
    response: { ...response, incomplete_details: { reason: readTextOrNothing(status) ?? 'incomplete' } },
  };
}
