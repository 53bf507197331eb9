import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { CallGatherer, type PartialCall, type WholeCall } from './call-pieces';
import { FilledMessage } from './filled-message';
import type { AnswerMender } from './mend-answer';
import { readTextOrNothing } from './read-answer';

/** An open block with a call of a tool of ours. */
interface OpenBlock {
  readonly start: JsonObject;
  readonly block: JsonObject;
  readonly pieces: CallGatherer;
}

/**
 * Anthropic’s messages as their library reads them: the input of a call of a tool is one text. Servers that speak the
 * protocol also send it as a value, or as a value and as pieces.
 */
export class MessageAnswer implements AnswerMender {
  readonly #filled = new FilledMessage();
  readonly #offered: readonly string[];
  readonly #open = new Map<Json | undefined, OpenBlock>();
  #hasEnded = false;

  constructor(offered: readonly string[]) {
    this.#offered = offered;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  event(event: JsonObject): readonly JsonObject[] {
    return this.#filled.event(event).flatMap((filled) => this.#mend(filled));
  }

  #mend(event: JsonObject): readonly JsonObject[] {
    const { type, index, content_block: block, delta } = event;
    if (this.#hasEnded) return [];
    if (type === 'content_block_start' && isJsonObject(block) && block['type'] === 'tool_use') {
      const pieces = new CallGatherer(this.#offered);
      pieces.add(readCallPiece(block));
      this.#open.set(index, { start: event, block, pieces });
      return [];
    }
    const open = this.#open.get(index);
    if (open !== undefined && type === 'content_block_delta' && isJsonObject(delta)) {
      open.pieces.add({ name: readTextOrNothing(delta['name']), arguments: delta['partial_json'] });
      return [];
    }
    if (open !== undefined && type === 'content_block_stop') return this.#close(index, open);
    const isEnd = type === 'message_stop';
    this.#hasEnded = isEnd;
    // Some servers do not close the last block.
    const isClosing =
      isEnd || (type === 'message_delta' && isJsonObject(delta) && readTextOrNothing(delta['stop_reason']));
    return isClosing ? [...[...this.#open].flatMap(([at, block]) => this.#close(at, block)), event] : [event];
  }

  end(): readonly JsonObject[] {
    return [];
  }

  /** A whole input may be a text, too, which is read as every other. */
  whole(body: JsonObject): JsonObject {
    return this.#filled.whole(body);
  }

  #close(index: Json | undefined, { start, block, pieces }: OpenBlock): readonly JsonObject[] {
    this.#open.delete(index);
    const [call]: readonly WholeCall[] = pieces.calls;
    if (call === undefined) return [];
    const at = index === undefined ? {} : { index };
    const delta = { type: 'input_json_delta', partial_json: call.arguments || '{}' };
    return [
      { ...start, content_block: { ...block, name: call.name, input: {} } },
      { type: 'content_block_delta', ...at, delta },
      { type: 'content_block_stop', ...at },
    ];
  }
}

/** An empty input at the start of a block says nothing: pieces follow. */
function readCallPiece({ name, input }: JsonObject): PartialCall {
  const isEmpty = isJsonObject(input) && Object.keys(input).length === 0;
  return { name: readTextOrNothing(name), arguments: isEmpty ? undefined : input };
}
