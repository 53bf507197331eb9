import { isJsonObject, type Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { ModelReply, ModelRequest } from '@/engine/ports/model-client';

/** The reply of the simulated model in one turn of a conversation. */
export interface SimulatedTurn {
  readonly reply: string;
  readonly toolCalls: NonNullable<ModelReply['toolCalls']>;
}

/**
 * The reply that the options of a request set for this turn; undefined if they set none. `reply`: a text for every
 * turn. `tool_calls`: a list of `{name, arguments}` for the first turn. `turns`: one entry per turn, a text or `{reply,
 * tool_calls}`; later turns use the other options. Arguments are any JSON; a text is used as it is.
 */
export function findScriptedTurn({ options, messages }: ModelRequest): SimulatedTurn | undefined {
  const { reply, tool_calls: calls, turns } = options;
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  if (Array.isArray(turns) && turn < turns.length) return readTurn(turns[turn], turn);
  if (calls !== undefined && turn === 0) return readTurn({ tool_calls: calls }, turn);
  return typeof reply === 'string' ? { reply, toolCalls: [] } : undefined;
}

function readTurn(given: Json | undefined, turn: number): SimulatedTurn {
  if (!isJsonObject(given)) return { reply: typeof given === 'string' ? given : '', toolCalls: [] };
  const { reply, tool_calls: calls } = given;
  return {
    reply: typeof reply === 'string' ? reply : '',
    toolCalls: (Array.isArray(calls) ? calls : []).filter(isJsonObject).map((call, index) => ({
      id: `call_${turn + 1}_${index + 1}`,
      name: String(call['name'] ?? ''),
      arguments: typeof call['arguments'] === 'string' ? call['arguments'] : encodeJson(call['arguments'] ?? {}),
    })),
  };
}
