import type { AttachedFile } from '@/plan/attachments/attached-file';
import type { Message, PlacedPart, SentPart } from '@/plan/message';
import type { CountedPart } from './context-window';
import type { RequestTool, TextSize } from './request-counter';

/** A conversation as it is sent, and how its parts are counted. */
export interface SentConversation {
  readonly messages: readonly Message[];
  /** The parts of the prompt's messages. */
  readonly prompt: readonly PlacedPart[];
  /** How many messages the prompt has. */
  readonly promptLength: number;
  /** The original messages. Messages that are not among them replace some of them. */
  readonly said: ReadonlySet<Message>;
  /** The files that are sent to the model with a message. */
  readonly filesIn: (message: Message) => readonly AttachedFile[];
  /** The tools declared in the call. */
  readonly tools?: readonly RequestTool[];
}

/** The tools are in no message. */
const declarations = { kind: 'tools', from: [], message: 0, start: 0, end: 0, messages: 0 } as const;

/** The contents of a call, part by part. Tokens are rounded down, so no part shows more than it takes. */
export function listSentParts(
  { messages, prompt, promptLength, said, filesIn, tools = [] }: SentConversation,
  sizeOf: (of: CountedPart) => TextSize,
): readonly SentPart[] {
  const parts: SentPart[] = prompt.map(({ kind, from, message, start, end, text, file }) => {
    const { bytes, tokens } = sizeOf(file ?? text);
    const more = file === undefined ? {} : { file };
    return { kind, from, message, start, end, messages: 1, bytes, tokens: Math.floor(tokens), ...more };
  });
  let index = promptLength;
  while (index < messages.length) {
    const first = messages[index];
    if (first === undefined) break;
    const kind = said.has(first) ? 'conversation' : 'compacted';
    const end = messages.findIndex((message, position) => position > index && said.has(message) !== said.has(first));
    const group = messages.slice(index, end < 0 ? messages.length : end);
    const sizes = group.map(sizeOf);
    const files = group.flatMap((message, nth) =>
      filesIn(message).map((file) => buildFilePart(index + nth, file, sizeOf)),
    );
    const sumTokens = (sized: readonly Pick<TextSize, 'tokens'>[]) =>
      sized.reduce((sum, { tokens }) => sum + tokens, 0);
    parts.push({
      kind,
      from: [],
      message: index,
      start: 0,
      end: first.content.length,
      messages: group.length,
      bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
      tokens: Math.max(0, Math.floor(sumTokens(sizes)) - sumTokens(files)),
    });
    parts.push(...files);
    index += group.length;
  }
  if (tools.length === 0) return parts;
  const { bytes, tokens } = sizeOf(tools);
  return [...parts, { ...declarations, bytes, tokens: Math.floor(tokens) }];
}

/** A file from a tool, which is sent beside the text of its message. */
function buildFilePart(message: number, file: AttachedFile, sizeOf: (of: CountedPart) => TextSize): SentPart {
  const { bytes, tokens } = sizeOf(file);
  const position = { message, start: 0, end: 0, messages: 1 };
  return { kind: 'conversation', from: [], ...position, bytes, tokens: Math.floor(tokens), file };
}
