import { computeUtf8Length } from '@/base/bytes';
import { encodeJson } from '@/base/json-text';
import type { AttachedFile } from '@/plan/attachments/attached-file';
import { estimateAttachmentTokens } from '@/plan/attachments/attachment-tokens';
import { listAttachedFiles } from '@/plan/attachments/file-list';
import type { Message, PlacedPart } from '@/plan/message';
import type { ModelFacts } from '@/plan/model-facts';
import type { ModelRef } from '@/plan/plan';
import type { TokenCounter } from '@/plan/ports';
import { readReasoning } from '@/plan/reply-origin';
import { countAroundTokens, countMessageTokens, requestForm } from '@/plan/request-tokens';
import type { MakerTool } from '@/plan/tools/maker-tools';
import { countToolTokens } from '@/plan/tools/tool-tokens';
import type { ModelRequest, ToolDeclaration } from '../ports/model-client';

/** The size of a text or a message. */
export interface TextSize {
  readonly tokens: number;
  readonly bytes: number;
}

/** A tool as it is described to a model: performed by Heddle, or by the provider. */
export type RequestTool = ToolDeclaration | MakerTool;

/** The tools of a request. */
export function listOfferedTools({ tools = [], makerTools = [] }: Tools): readonly RequestTool[] {
  return makerTools.length === 0 ? tools : [...tools, ...makerTools];
}

type Tools = Pick<ModelRequest, 'tools' | 'makerTools'>;

/** Counts the tokens of requests to one model. Each message is counted once. */
export class RequestCounter {
  /** Whether the count comes from the model's own tokenizer. */
  readonly exact: boolean;
  readonly #tokens: TokenCounter;
  readonly #model: ModelRef;
  readonly #facts: Pick<ModelFacts, 'takes'>;
  readonly #messages = new WeakMap<Message, TextSize>();
  readonly #tools = new WeakMap<readonly RequestTool[], TextSize>();

  constructor(tokens: TokenCounter, model: ModelRef, facts: Pick<ModelFacts, 'takes'>) {
    this.#tokens = tokens;
    this.#model = model;
    this.#facts = facts;
    this.exact = tokens.count('', model).exact;
  }

  text(text: string): number {
    return text === '' ? 0 : this.#tokens.count(text, this.#model).tokens;
  }

  message(message: Message): TextSize {
    const known = this.#messages.get(message);
    if (known !== undefined) return known;
    const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
    const thought = message.role === 'assistant' && message.origin !== undefined ? readReasoning(message.origin) : '';
    const texts = [message.content, thought, ...calls.flatMap(({ name, arguments: given }) => [name, given])];
    const size = {
      tokens: countMessageTokens(message, (text) => this.text(text)) + this.#filesOf(message),
      bytes: texts.reduce((sum, text) => sum + computeUtf8Length(text), 0),
    };
    this.#messages.set(message, size);
    return size;
  }

  /** A file that is sent as a file, counted by the rules for its model. */
  file(file: AttachedFile): TextSize {
    return { tokens: estimateAttachmentTokens(file, this.#model), bytes: file.bytes };
  }

  /** The files that are sent to the model with a message. */
  filesIn(message: Message): readonly AttachedFile[] {
    return listAttachedFiles(message, this.#facts);
  }

  #filesOf(message: Message): number {
    return this.filesIn(message).reduce((sum, file) => sum + this.file(file).tokens, 0);
  }

  messages(messages: readonly Message[]): number {
    return messages.reduce((sum, message) => sum + this.message(message).tokens, 0);
  }

  /**
   * Counts a message as the sum of its parts. So each part is counted only once, and the parts add up. The sum is never
   * less than the count of the whole, except by a token here and there.
   */
  madeOf(message: Message, parts: readonly PlacedPart[], sizeOf: (text: string) => TextSize): void {
    const tokens = parts.reduce((sum, { text }) => sum + sizeOf(text).tokens, 0);
    const texts = parts.filter(({ file }) => file === undefined);
    const between = Math.max(0, texts.length - 1) * requestForm.separator;
    this.#messages.set(message, {
      tokens: requestForm.message + tokens + between + this.#filesOf(message),
      bytes: computeUtf8Length(message.content),
    });
  }

  /** Tokens of a request besides its messages: the declarations of its tools, its schema, the start of the reply. */
  around({ outputSchema, ...tools }: Tools & Pick<ModelRequest, 'outputSchema'>): number {
    // The tools of a conversation stay the same, and are counted once.
    return countAroundTokens({ outputSchema }, (text) => this.text(text)) + this.tools(listOfferedTools(tools)).tokens;
  }

  /** The declarations of tools in a call. */
  tools(tools: readonly RequestTool[]): TextSize {
    const known = this.#tools.get(tools);
    if (known !== undefined) return known;
    const bytes = tools.length === 0 ? 0 : computeUtf8Length(encodeJson(tools));
    const size = { tokens: countToolTokens(tools, (text) => this.text(text)), bytes };
    this.#tools.set(tools, size);
    return size;
  }

  request(request: Tools & Pick<ModelRequest, 'messages' | 'outputSchema'>): number {
    return this.messages(request.messages) + this.around(request);
  }
}
