import type { AttachedFile } from '@/plan/attachments/attached-file';
import { addReasons } from '@/plan/attachments/file-line';
import type { Message } from '@/plan/message';
import type { InputKind, ModelFacts } from '@/plan/model-facts';

/** Where a protocol carries a file from a tool: in the result itself, or in a message after all results. */
export type FilePlace = (file: AttachedFile) => 'result' | 'message' | undefined;

/** The result of a tool, as it is sent to a model. */
export interface ToolResultText {
  readonly text: string;
  readonly inResult: readonly AttachedFile[];
  readonly after: readonly AttachedFile[];
}

type Result = Extract<Message, { role: 'tool' }>;

/**
 * The text of a tool's result, and its files. A file that the model does not accept, is not known to accept, or that
 * the protocol cannot carry is only described in the text, because nobody chose it for this model.
 */
export function buildToolResultText(
  { content, attachments = [], isError }: Result,
  place: FilePlace,
  { takes }: Pick<ModelFacts, 'takes'>,
): ToolResultText {
  // In the AI SDK, an error can only be a text in every protocol.
  const findFilePlace = (file: AttachedFile) =>
    isError === true && place(file) === 'result' ? 'message' : place(file);
  const reason = (file: AttachedFile): string | undefined => {
    const kind = file.kind === 'text' ? undefined : file.kind;
    if (kind !== undefined && takes?.includes(kind) !== true) {
      const words = names[kind];
      return takes === undefined
        ? `not shown, as it is not known whether this model takes ${words}`
        : `this model takes no ${words}`;
    }
    if (findFilePlace(file) === undefined) return `not shown, as this protocol carries no ${file.mediaType} of tools`;
    return findFilePlace(file) === 'message' ? 'it follows' : undefined;
  };
  const shown = attachments.filter((file) => [undefined, 'it follows'].includes(reason(file)));
  return {
    text: addReasons(content, attachments, reason),
    inResult: shown.filter((file) => findFilePlace(file) === 'result'),
    after: shown.filter((file) => findFilePlace(file) === 'message'),
  };
}

const names: { readonly [K in InputKind]: string } = { image: 'images', pdf: 'PDF', audio: 'audio' };

/**
 * Images and PDF go into results; other files are not sent. OpenAI's Responses since September 2025
 * (community.openai.com, images and files as function call outputs), Anthropic's messages (platform.claude.com, tool
 * use, tool results).
 */
export const isPlacedInResults: FilePlace = ({ kind }) => (kind === 'image' || kind === 'pdf' ? 'result' : undefined);
