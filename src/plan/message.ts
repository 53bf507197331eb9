import type { JsonObject } from '@/base/json';
import type { AttachedFile } from './attachments/attached-file';

/** A call of a tool, as a model asks for it. */
export interface ToolCall {
  /** As the provider numbered it; one of a kind within a conversation. */
  readonly id: string;
  readonly name: string;
  /** JSON text, as the model wrote it: not checked yet, perhaps no JSON at all. */
  readonly arguments: string;
}

/**
 * A part of a reply, in the order in which the model made it. `opaque` is its maker's alone (a signature, encrypted
 * content, an id): it is kept and sent back unmodified.
 */
export type ReplyPart =
  /** What the model thought, as far as its maker tells; perhaps nothing but the opaque part. */
  | { readonly kind: 'reasoning'; readonly text: string; readonly opaque?: JsonObject }
  /** The next `length` characters of the message's `content`. */
  | { readonly kind: 'text'; readonly length: number; readonly opaque?: JsonObject }
  /** The next of the message's `toolCalls`. */
  | { readonly kind: 'call'; readonly opaque?: JsonObject }
  | MakerPart;

/**
 * What a tool did that the maker performed itself, or a half of it: the call, or what came of it, which have the same
 * id. It is none of the message's `toolCalls`, and nothing is performed for it here, whatever it is called.
 */
export interface MakerPart {
  readonly kind: 'maker';
  readonly id: string;
  /** As the maker calls the tool: `web_search`. */
  readonly name: string;
  /** What it was given, for a person: a query, code. Left out: not told in this part. */
  readonly input?: string;
  /** What came of it, for a person. Left out: not told in this part. */
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

/** How a reply was made: what its maker wants back with it, as long as the conversation is with the same model. */
export interface ReplyOrigin {
  /** `provider:model` that made it; no other model is sent its parts. */
  readonly by: string;
  readonly parts: readonly ReplyPart[];
  /** Hash of all that the model was told before it, where what it thought holds only behind that. */
  readonly behind?: string;
  /** Tokens of what it thought, where they are sent back; left out: not known. */
  readonly tokens?: number;
  /** What the reply is based on, as its maker tells; left out: nothing is told. */
  readonly sources?: readonly Source[];
  /** How many more sources there were than are kept; left out: none. */
  readonly moreSources?: number;
}

/** What a model said. `origin` is set where there is more to it than its text and its calls. */
export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly origin?: ReplyOrigin;
}

/** A message of a conversation, as every provider understands it. */
export type Message =
  | { readonly role: 'system'; readonly content: string }
  /** `attachments` are told before the text, in their order. */
  | { readonly role: 'user'; readonly content: string; readonly attachments?: readonly AttachedFile[] }
  | AssistantMessage
  /** What a tool gave back. Each call of an assistant message is answered by one, before the next message. */
  | {
      readonly role: 'tool';
      readonly toolCallId: string;
      readonly name: string;
      readonly content: string;
      readonly isError?: boolean;
      /**
       * Files that it gave, for a model that takes them; the content names each of them (`attachments/file-line.ts`).
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
  /** Set where the part is a file that is beside the text. */
  readonly file?: AttachedFile;
}

/** Where a part of a prompt stands: the message, from 0, and from which of its characters to which. */
export interface PlacedPart extends PromptPart {
  readonly message: number;
  readonly start: number;
  readonly end: number;
}

/**
 * What one call is told: the messages to send, and the same text part by part, in the order in which it is there.
 */
export interface Prompt {
  readonly messages: readonly Message[];
  readonly parts: readonly PlacedPart[];
}

/**
 * A part of what one call was told, for the context view: where in the messages it is, and how much it is. Beside
 * the parts of the prompt, `conversation` are the turns before this one, `compacted` what is in place of older
 * ones, `tools` the declarations of tools, which are in no message (`messages` 0); calls of before November 2026 do
 * not have it.
 */
export interface SentPart {
  readonly kind: PromptPart['kind'] | 'conversation' | 'compacted' | 'tools';
  /** Names of the tasks whose output is in it. */
  readonly from: readonly string[];
  /** The message that it is in, or begins with, from 0, and the characters of that message. */
  readonly message: number;
  readonly start: number;
  readonly end: number;
  /** How many whole messages it takes; 1 for a part of one. */
  readonly messages: number;
  readonly bytes: number;
  readonly tokens: number;
  /** Set where it is a file, which is in no characters of the message. */
  readonly file?: AttachedFile;
}
