import { startOfBytes } from '@/base/bytes';
import { decodeJson, encodeJson } from '@/base/json-text';
import { type SentMessage, speakerOf, textOfMessage, thoughtsOfMessage } from '../../sent-messages';
import type { PartSource, ShownOutput } from './part-groups';

/** The text of a part, from the messages of its call and the JSON of its tools. */
export function textOfPart(source: PartSource, messages: readonly SentMessage[], tools: string): string {
  if (source.kind === 'tools') return indented(tools);
  if (source.kind === 'frame') return '';
  const { part } = source;
  if (part.messages > 1) {
    return messages
      .slice(part.message, part.message + part.messages)
      .map((message) => `${speakerOf(message)}:\n${textOfMessage(message)}`)
      .join('\n\n');
  }
  const message = messages[part.message];
  if (message === undefined) return '';
  const whole = part.kind === 'conversation' ? textOfMessage(message) : message.content.slice(part.start, part.end);
  return source.kind === 'output' ? outputInBlock(whole, source.id, source.ids) : whole;
}

/** The messages of a part if models thought before some of them: then they are shown one by one. Empty if none did. */
export function thoughtfulMessages(source: PartSource, messages: readonly SentMessage[]): readonly SentMessage[] {
  if (source.kind !== 'message' || source.part.kind !== 'conversation') return [];
  const { message, messages: count } = source.part;
  const own = messages.slice(message, message + count);
  return own.some((one) => thoughtsOfMessage(one) !== '') ? own : [];
}

/** The mark above an output that was shortened. */
const cutMark = '[Output was truncated]\n';

/**
 * One output in a context block, found by its heading. The search starts after the outputs before it, so that an output
 * that contains such a heading is not cut there. Returns the whole block if the heading is not found.
 */
function outputInBlock(block: string, id: string, outputs: readonly ShownOutput[]): string {
  let at = 0;
  for (const output of outputs) {
    const heading = block.indexOf(`Task: ${output.id} (relevance: `, at);
    if (heading < 0) return block;
    const line = block.indexOf('\n', heading) + 1;
    const body = block.startsWith(cutMark, line) ? line + cutMark.length : line;
    const text = startOfBytes(block.slice(body), output.bytes);
    if (output.id === id) return text;
    at = body + text.length;
  }
  return block;
}

function indented(json: string): string {
  try {
    return encodeJson(decodeJson(json), 2);
  } catch {
    return json;
  }
}
