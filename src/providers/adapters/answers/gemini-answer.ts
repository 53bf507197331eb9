import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import type { AnswerMender } from './mend-answer';
import { listObjects, readUsageNumbers } from './read-answer';

/**
 * Gemini’s answers as their library reads them: one candidate, and a call of a tool with its arguments. A call whose
 * name and arguments come in two pieces is held until its arguments are there.
 */
export class GeminiAnswer implements AnswerMender {
  /** A part with the name of a call whose arguments have not come. */
  #named: JsonObject | undefined;
  #hasEnded = false;

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  event(given: JsonObject): readonly JsonObject[] {
    const event = makeUsageReadable(given);
    const { candidates } = event;
    const all = listObjects(candidates);
    const candidate = all.find(({ index }) => typeof index !== 'number' || index === 0);
    if (candidate === undefined) return all.length === 0 ? [event] : [{ ...event, candidates: [] }];
    const { finishReason, content } = candidate;
    const parts = isJsonObject(content) ? listObjects(content['parts']) : [];
    const isEnd = typeof finishReason === 'string';
    this.#hasEnded ||= isEnd;
    const mended = [...parts.flatMap((part) => this.#part(part)), ...(isEnd ? this.#release() : [])];
    const isSame = mended.length === parts.length && mended.every((part, index) => part === parts[index]);
    if (isSame && all.length === 1) return [event];
    const own = isSame
      ? candidate
      : { ...candidate, content: { role: 'model', ...(content as object), parts: mended } };
    return [{ ...event, candidates: [own] }];
  }

  end(): readonly JsonObject[] {
    return [];
  }

  whole(body: JsonObject): JsonObject {
    const [mended = body] = this.event(body);
    return mended;
  }

  #part(part: JsonObject): readonly JsonObject[] {
    const { functionCall: call } = part;
    if (!isJsonObject(call)) return [...this.#release(), part];
    const named = this.#named;
    if (named !== undefined && isContinuation(call)) {
      this.#named = undefined;
      const { functionCall: before } = named;
      return [{ ...named, ...part, functionCall: { ...(before as JsonObject), ...call, name: readCallName(before) } }];
    }
    const released = this.#release();
    if (!isNameAlone(call)) return [...released, part];
    this.#named = part;
    return released;
  }

  #release(): readonly JsonObject[] {
    const named = this.#named;
    this.#named = undefined;
    return named === undefined ? [] : [named];
  }
}

function readCallName(call: Json | undefined): Json {
  return isJsonObject(call) ? (call['name'] ?? '') : '';
}

/** Whether a call has a name and nothing else; calls whose arguments are streamed say that they continue. */
function isNameAlone({ name, args, partialArgs, willContinue }: JsonObject): boolean {
  return typeof name === 'string' && args === undefined && partialArgs === undefined && willContinue === undefined;
}

function isContinuation({ name, args }: JsonObject): boolean {
  return (name === undefined || name === null || name === '') && args !== undefined && args !== null;
}

/** The event with usage in numbers, where it has other values for them. */
function makeUsageReadable(event: JsonObject): JsonObject {
  const { usageMetadata: usage } = event;
  if (usage === undefined || usage === null) return event;
  const isCount = (name: string) => name.endsWith('TokenCount');
  const isRead =
    isJsonObject(usage) && Object.entries(usage).every(([name, n]) => !isCount(name) || typeof n === 'number');
  return isRead ? event : { ...event, usageMetadata: isJsonObject(usage) ? readUsageNumbers(usage) : {} };
}
