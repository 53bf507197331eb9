import { defined } from '@/base/defined';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import type { MakerPart } from '@/plan/message';
import { formatReadableText } from './readable-text';

/**
 * The part for a block about Anthropic's own tools: `server_tool_use`, and `…_tool_result` with its id
 * (platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools). Undefined for other blocks.
 */
export function readAnthropicPart(block: JsonObject): MakerPart | undefined {
  const { type, id, name, input, tool_use_id: of, content } = block;
  if (type === 'server_tool_use') {
    return { kind: 'maker', id: String(id), name: String(name), input: formatReadableText(input), block };
  }
  if (typeof type !== 'string' || typeof of !== 'string' || !type.endsWith('_tool_result')) return undefined;
  const isError = isJsonObject(content) && String(content['type']).endsWith('_error');
  const result = isError ? formatReadableText(content['error_code']) : formatReadableText(content);
  const tool = type.slice(0, -'_tool_result'.length);
  return { kind: 'maker', id: of, name: tool, result, ...defined({ isError: isError || undefined }), block };
}

/** Collects the blocks of a stream of Anthropic's events: a call is complete at its end, a result at its start. */
export class AnthropicBlocks {
  /** Incomplete calls of tools, by index, with the input received so far. */
  readonly #open = new Map<Json | undefined, { readonly block: JsonObject; input: string }>();

  take(event: JsonObject): readonly JsonObject[] {
    const { type, index, content_block: block, delta } = event;
    if (type === 'content_block_start' && isJsonObject(block)) {
      if (block['type'] !== 'server_tool_use') return [block];
      this.#open.set(index, { block, input: '' });
      return [];
    }
    const open = this.#open.get(index);
    if (open === undefined) return [];
    if (type === 'content_block_delta' && isJsonObject(delta)) open.input += String(delta['partial_json'] ?? '');
    if (type !== 'content_block_stop') return [];
    this.#open.delete(index);
    return [open.input === '' ? open.block : { ...open.block, input: parseJsonOrEmpty(open.input) }];
  }
}

function parseJsonOrEmpty(json: string): Json {
  try {
    return decodeJson(json) as Json;
  } catch {
    return {};
  }
}
