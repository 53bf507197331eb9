import type { AttachedFile } from '@/plan/attachments/attached-file';
import type { Message, PlacedPart, SentPart } from '@/plan/message';
import type { CountedPart } from './context-window';
import type { RequestTool, TextSize } from './request-counter';

/** A conversation as it is sent, and how it is counted. */
export interface SentConversation {
  readonly messages: readonly Message[];
  /** What the first of them are made of. */
  readonly prompt: readonly PlacedPart[];
  /** How many messages the prompt is. */
  readonly promptLength: number;
  /** What was said; other messages stand in the place of some of it. */
  readonly said: ReadonlySet<Message>;
  /** The files that the model is sent with a message. */
  readonly filesIn: (message: Message) => readonly AttachedFile[];
  /** Declared in the call. */
  readonly tools?: readonly RequestTool[];
}

/** The tools stand in no message. */
const declarations = { kind: 'tools', from: [], message: 0, start: 0, end: 0, messages: 0 } as const;

/** What a call is told, part by part. Tokens are whole numbers, of which none is more than the part takes. */
export function sentParts(
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
    const end = messages.findIndex((message, at) => at > index && said.has(message) !== said.has(first));
    const group = messages.slice(index, end < 0 ? messages.length : end);
    const sizes = group.map(sizeOf);
    const files = group.flatMap((message, nth) => filesIn(message).map((file) => fileAt(index + nth, file, sizeOf)));
    const tokensOf = (sized: readonly Pick<TextSize, 'tokens'>[]) => sized.reduce((sum, { tokens }) => sum + tokens, 0);
    parts.push({
      kind,
      from: [],
      message: index,
      start: 0,
      end: first.content.length,
      messages: group.length,
      bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
      tokens: Math.max(0, Math.floor(tokensOf(sizes)) - tokensOf(files)),
    });
    parts.push(...files);
    index += group.length;
  }
  if (tools.length === 0) return parts;
  const { bytes, tokens } = sizeOf(tools);
  return [...parts, { ...declarations, bytes, tokens: Math.floor(tokens) }];
}

/** A file that a tool gave, which stands beside the text of its message. */
function fileAt(message: number, file: AttachedFile, sizeOf: (of: CountedPart) => TextSize): SentPart {
  const { bytes, tokens } = sizeOf(file);
  const place = { message, start: 0, end: 0, messages: 1 };
  return { kind: 'conversation', from: [], ...place, bytes, tokens: Math.floor(tokens), file };
}
