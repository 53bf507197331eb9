import type { JsonObject } from '@/base/json';
import type { AttachedFile } from './attachments/attached-file';

/** A call of a tool, as a model asks for it. */
export interface ToolCall {
  /** Id from the provider; unique within a conversation. */
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it. It is not checked yet and may be invalid. */
  readonly arguments: string;
}

/**
 * A part of a reply, in the order in which the model made it. `opaque` is for the maker only (a signature, encrypted
 * content, an id): it is stored and sent back unmodified.
 */
export type ReplyPart =
  /** The model's thinking, as far as its maker shows it; it may have only the opaque part. */
  | { readonly kind: 'reasoning'; readonly text: string; readonly opaque?: JsonObject }
  /** The next `length` characters of the message's `content`. */
  | { readonly kind: 'text'; readonly length: number; readonly opaque?: JsonObject }
  /** The next of the message's `toolCalls`. */
  | { readonly kind: 'call'; readonly opaque?: JsonObject }
  | MakerPart;

/**
 * A tool call that the maker performed itself, or half of one: call and result may be separate parts with the same id.
 * It is not in the message's `toolCalls`, and Heddle performs nothing for it, whatever its name.
 */
export interface MakerPart {
  readonly kind: 'maker';
  readonly id: string;
  /** The maker's name of the tool: `web_search`. */
  readonly name: string;
  /** Its input, for a person: a query, code. Left out: not in this part. */
  readonly input?: string;
  /** Its result, for a person. Left out: not in this part. */
  readonly result?: string;
  readonly isError?: true;
  /** The part as its maker sent it, which is sent back unmodified; left out: it is not to be sent back. */
  readonly block?: JsonObject;
}

/** A page of the web that a reply is based on. */
export interface Source {
  /** `http` or `https`. */
  readonly url: string;
  readonly title?: string;
}

/**
 * How a reply was made: what its maker needs sent back with it, as long as the conversation stays with the same model.
 */
export interface ReplyOrigin {
  /** The model that made it, as `provider:model`; no other model is sent its parts. */
  readonly by: string;
  readonly parts: readonly ReplyPart[];
  /** Hash of everything sent before the reply, if the maker accepts the thinking only after exactly that. */
  readonly behind?: string;
  /** Tokens of the thinking, if it is sent back; left out: not known. */
  readonly tokens?: number;
  /** The sources of the reply, as reported by its maker; left out: none reported. */
  readonly sources?: readonly Source[];
  /** How many further sources were not stored; left out: none. */
  readonly moreSources?: number;
}

/** A reply of a model. `origin` is set if the reply has more than text and tool calls. */
export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly origin?: ReplyOrigin;
}

/** A message of a conversation, independent of the provider. */
export type Message =
  | { readonly role: 'system'; readonly content: string }
  /** `attachments` come before the text, in their order. */
  | { readonly role: 'user'; readonly content: string; readonly attachments?: readonly AttachedFile[] }
  | AssistantMessage
  /** The result of a tool. Each tool call of an assistant message has one, before the next message. */
  | {
      readonly role: 'tool';
      readonly toolCallId: string;
      readonly name: string;
      readonly content: string;
      readonly isError?: boolean;
      /**
       * Files that it returned, for models that take them; the content names each of them (`attachments/file-line.ts`).
       */
      readonly attachments?: readonly AttachedFile[];
    };

/** A part of a prompt and where it came from, for the plan view and the context view. */
export interface PromptPart {
  readonly kind:
    | 'system'
    | 'instructions'
    | 'variables'
    | 'current_task'
    | 'attachments'
    | 'context'
    | 'inherited'
    | 'previous'
    | 'matched'
    | 'progress'
    | 'history'
    | 'inputs'
    | 'description'
    | 'expected';
  readonly text: string;
  /** Ids of the tasks whose output is in it. */
  readonly from: readonly string[];
  /** Set if the part is a file, which is sent beside the text. */
  readonly file?: AttachedFile;
}

/** A part of a prompt and its position: the message, from 0, and its first and end character there. */
export interface PlacedPart extends PromptPart {
  readonly message: number;
  readonly start: number;
  readonly end: number;
}

/** The prompt of one call: the messages to send, and the same text part by part, in the same order. */
export interface Prompt {
  readonly messages: readonly Message[];
  readonly parts: readonly PlacedPart[];
}

/**
 * A part of what one call was sent, for the context view: its position in the messages, and its size. Kinds beyond
 * those of the prompt: `conversation`, the turns before this one; `compacted`, what replaces older turns; `tools`, the
 * declarations of tools, which are in no message (`messages` is 0). Calls before November 2026 have no `tools`.
 */
export interface SentPart {
  readonly kind: PromptPart['kind'] | 'conversation' | 'compacted' | 'tools';
  /** Names of the tasks whose output is in it. */
  readonly from: readonly string[];
  /** The message that it is in, or begins with, from 0; `start` and `end` are characters of that message. */
  readonly message: number;
  readonly start: number;
  readonly end: number;
  /** How many whole messages it covers; 1 for a part of one. */
  readonly messages: number;
  readonly bytes: number;
  readonly tokens: number;
  /** Set if it is a file, which has no characters in the message. */
  readonly file?: AttachedFile;
}
