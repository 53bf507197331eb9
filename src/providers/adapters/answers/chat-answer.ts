import { defined, omitEmpty } from '@/base/defined';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { CallGatherer } from './call-pieces';
import type { AnswerMender } from './mend-answer';
import { listObjects, readTextOrNothing, readUsageNumbers } from './read-answer';

/**
 * Chat completions as their library reads them: only the first choice, calls of tools whole and at the end, usage in
 * numbers. Fields that Heddle does not read are left out, so that none of them can break the answer.
 */
export class ChatAnswer implements AnswerMender {
  readonly #offered: readonly string[];
  readonly #calls: CallGatherer;
  #reason: string | undefined;
  #hasContent = false;

  constructor(offered: readonly string[]) {
    this.#offered = offered;
    this.#calls = new CallGatherer(offered);
  }

  get hasEnded(): boolean {
    return this.#reason !== undefined;
  }

  event(event: JsonObject): readonly JsonObject[] {
    const { choices, usage, error } = event;
    if (error !== undefined && error !== null) return [event];
    const choice = findFirstChoice(choices);
    if (choice !== undefined) this.#reason = readFinishReason(choice) ?? this.#reason;
    const delta = this.#deltaOf(choice);
    if (isJsonObject(delta)) for (const piece of listCallPieces(delta)) this.#calls.add(piece);
    const content = isJsonObject(delta) ? selectContent(delta) : {};
    const counted = isJsonObject(usage) ? { usage: readUsageNumbers(usage) } : {};
    if (Object.keys(content).length > 0) this.#hasContent = true;
    else if (usage === undefined) return [];
    return [{ choices: Object.keys(content).length === 0 ? [] : [{ index: 0, delta: content }], ...counted }];
  }

  /** The calls and the end come last, as some servers send more pieces behind the end. */
  end(): readonly JsonObject[] {
    if (this.#reason === undefined) return [];
    const calls = buildCalls(this.#calls, this.#offered);
    const delta = calls.length === 0 ? {} : { tool_calls: calls };
    return [{ choices: [{ index: 0, delta, finish_reason: this.#reason }] }];
  }

  whole(body: JsonObject): JsonObject {
    const choice = findFirstChoice(body['choices']);
    const message = choice?.['message'] ?? choice?.['delta'];
    if (choice === undefined || !isJsonObject(message)) return body;
    const calls = new CallGatherer(this.#offered);
    for (const piece of listCallPieces(message)) calls.add(piece);
    const whole = buildCalls(calls, this.#offered);
    const { usage } = body;
    return {
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            ...selectContent(message),
            ...defined({ tool_calls: omitEmpty(whole) }),
          },
          finish_reason: readFinishReason(choice) ?? null,
        },
      ],
      ...(isJsonObject(usage) ? { usage: readUsageNumbers(usage) } : {}),
    };
  }

  /** Some servers send a whole message in a stream; behind other pieces it is the same text again. */
  #deltaOf(choice: JsonObject | undefined): Json | undefined {
    const { delta, message } = choice ?? {};
    if (isJsonObject(delta) && Object.keys(delta).length > 0) return delta;
    return this.#hasContent && isJsonObject(message)
      ? { tool_calls: message['tool_calls'] ?? null }
      : (message ?? delta);
  }
}

/** The choice that was asked for. Text of others does not belong to the answer. */
function findFirstChoice(choices: Json | undefined): JsonObject | undefined {
  return listObjects(choices).find(({ index }) => typeof index !== 'number' || index === 0);
}

/** Some servers write an empty text, or `null` as a text, before the end. */
function readFinishReason({ finish_reason: reason }: JsonObject): string | undefined {
  return typeof reason === 'string' && reason !== '' && reason !== 'null' ? reason : undefined;
}

const contentFields = ['content', 'reasoning_content', 'reasoning', 'refusal'] as const;

function selectContent(delta: JsonObject): JsonObject {
  const fields = contentFields.flatMap((field): [string, Json][] => {
    const value = delta[field];
    const isSaid = typeof value === 'string' ? value !== '' : field === 'content' && Array.isArray(value);
    return isSaid && value !== undefined ? [[field, value]] : [];
  });
  return Object.fromEntries(fields);
}

function listCallPieces({
  tool_calls: calls,
  function_call: single,
}: JsonObject): readonly Parameters<CallGatherer['add']>[0][] {
  // The older form of a single call, which some servers still use.
  const older = isJsonObject(single) ? [{ function: single }] : [];
  const list: readonly JsonObject[] = isJsonObject(calls) ? [calls] : [...listObjects(calls), ...older];
  return list.map(({ index, id, function: called, extra_content: extra, ...flat }) => {
    const { name, arguments: args } = isJsonObject(called) ? called : flat;
    return {
      index: typeof index === 'number' ? index : undefined,
      id: typeof id === 'number' || typeof id === 'bigint' ? String(id) : readTextOrNothing(id),
      name: readTextOrNothing(name),
      arguments: args,
      extra: extra ?? undefined,
    };
  });
}

function buildCalls({ calls }: CallGatherer, offered: readonly string[]): readonly JsonObject[] {
  return calls.map(({ id, name, arguments: args, extra }, index) => ({
    index,
    ...defined({ id }),
    type: 'function',
    // Without a name there is one reading if there is one tool. The model is told of any other.
    function: { name: name || (offered.length === 1 ? (offered[0] ?? '') : 'unnamed'), arguments: args || '{}' },
    ...defined({ extra_content: extra }),
  }));
}
