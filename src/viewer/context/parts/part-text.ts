import { startOfBytes } from '@/base/bytes';
import { decodeJson, encodeJson } from '@/base/json-text';
import { formatMessageText, formatSpeaker, readThoughts, type SentMessage } from '../../sent-messages';
import type { PartSource, ShownOutput } from './part-groups';

/** The text of a part, from the messages of its call and the JSON of its tools. */
export function readPartText(source: PartSource, messages: readonly SentMessage[], tools: string): string {
  if (source.kind === 'tools') return indentJson(tools);
  if (source.kind === 'frame') return '';
  const { part } = source;
  if (part.messages > 1) {
    return messages
      .slice(part.message, part.message + part.messages)
      .map((message) => `${formatSpeaker(message)}:\n${formatMessageText(message)}`)
      .join('\n\n');
  }
  const message = messages[part.message];
  if (message === undefined) return '';
  const whole = part.kind === 'conversation' ? formatMessageText(message) : message.content.slice(part.start, part.end);
  return source.kind === 'output' ? findOutputInBlock(whole, source.id, source.ids) : whole;
}

/** The messages of a part if models thought before some of them: then they are shown one by one. Empty if none did. */
export function listThoughtfulMessages(source: PartSource, messages: readonly SentMessage[]): readonly SentMessage[] {
  if (source.kind !== 'message' || source.part.kind !== 'conversation') return [];
  const { message, messages: count } = source.part;
  const own = messages.slice(message, message + count);
  return own.some((one) => readThoughts(one) !== '') ? own : [];
}

/** The mark above an output that was shortened. */
const cutMark = '[Output was truncated]\n';

/**
 * One output in a context block, found by its heading. The search starts after the outputs before it, so that an output
 * that contains such a heading is not cut there. Returns the whole block if the heading is not found.
 */
function findOutputInBlock(block: string, id: string, outputs: readonly ShownOutput[]): string {
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

function indentJson(json: string): string {
  try {
    return encodeJson(decodeJson(json), 2);
  } catch {
    return json;
  }
}
