import { defined } from '@/base/defined';
import type { JsonObject } from '@/base/json';
import type { Message, ReplyOrigin, ToolCall } from '@/plan/message';
import { removeOrigin } from '@/plan/reply-origin';
import type { EvaluationRequest } from '../task-end';
import type { ToolAnswer, ToolEffects } from '../tools/handler-tool';
import { dropOldFiles } from './old-files';
import { repairText } from './repair-text';

/** The messages of a conversation, and the effects of its tools on it. */
export class ConversationState {
  /** The messages that are sent: the prompt and what followed. The older part may be compacted. */
  #messages: readonly Message[];
  /** All messages in full. */
  #said: readonly Message[];
  readonly #notes = new Map<string, string>();
  #warnings: readonly string[] = [];
  #repaired: readonly string[] = [];
  /** The calls whose answers are files, by the path of the file. */
  readonly #attached = new Map<string, string>();
  #request: EvaluationRequest | undefined;
  #lastText = '';

  constructor(messages: readonly Message[]) {
    this.#messages = messages;
    this.#said = messages;
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** All messages in full. A sent message that is not among them replaces others. */
  get said(): ReadonlySet<Message> {
    return new Set(this.#said);
  }

  /** All messages in full, without system messages and the model's thoughts, which are for nobody else. */
  get transcript(): readonly Message[] {
    return this.#said.filter(({ role }) => role !== 'system').map(removeOrigin);
  }

  /** The last text of the model; empty before the first. */
  get lastText(): string {
    return this.#lastText;
  }

  /** Set once an evaluation was requested. */
  get request(): EvaluationRequest | undefined {
    return this.#request;
  }

  /** The notes of the result, without figures. */
  notes(): JsonObject {
    const warnings = this.#warnings.length === 0 ? {} : { warnings: this.#warnings };
    const repaired = this.#repaired.length === 0 ? {} : { repaired: this.#repaired };
    return { ...Object.fromEntries(this.#notes), ...warnings, ...repaired };
  }

  /** Keeps as a note what was mended to read the reply that counts. */
  mend(repaired: readonly string[]): void {
    this.#repaired = repaired;
  }

  /** Adds a reply. Providers refuse a reply without text, unless it calls tools or the provider continues it. */
  say(text: string, toolCalls: readonly ToolCall[], origin?: ReplyOrigin): void {
    if (text !== '' || toolCalls.length === 0) this.#lastText = text;
    const isUnset = text === '' && toolCalls.length === 0;
    if (isUnset && !origin?.parts.some(({ kind }) => kind === 'maker')) return;
    const calls = toolCalls.length === 0 ? {} : { toolCalls };
    this.#add({ role: 'assistant', content: text, ...calls, ...defined({ origin }) });
  }

  answer({ id, name }: ToolCall, { text, isError, files = [] }: ToolAnswer): void {
    const given = files.length === 0 ? {} : { attachments: files };
    this.#add({
      role: 'tool',
      toolCallId: id,
      name,
      content: text,
      ...defined({ isError: isError || undefined }),
      ...given,
    });
    if (files.length > 0) this.#swap(dropOldFiles(this.#messages));
  }

  /** Shows the model what is wrong with its reply, and keeps that as warnings. */
  sendBack(violations: readonly string[]): void {
    this.#warnings = violations;
    this.#add({ role: 'user', content: repairText(violations) });
  }

  /** Sends these messages from now on, instead of those sent so far. */
  shorten(messages: readonly Message[]): void {
    this.#messages = messages;
  }

  /** The changes that a tool can make to the conversation, for one call of it. */
  effectsOf({ id }: ToolCall): ToolEffects {
    return {
      note: (name, text) => {
        const before = this.#notes.get(name);
        this.#notes.set(name, before === undefined ? text : `${before}\n${text}`);
      },
      attach: (path) => {
        this.#detach(path);
        this.#attached.set(path, id);
      },
      detach: (path) => this.#detach(path),
      requestEvaluation: (request) => {
        this.#request = request;
      },
    };
  }

  #detach(path: string): void {
    const id = this.#attached.get(path);
    if (id === undefined) return;
    this.#attached.delete(path);
    const answer = this.#said.find((message) => message.role === 'tool' && message.toolCallId === id);
    if (answer === undefined) return;
    this.#swap(new Map([[answer, { ...answer, content: `[${path} was taken out of the context]` }]]));
  }

  /** Replaces messages, both in those sent and in the full ones. */
  #swap(others: ReadonlyMap<Message, Message>): void {
    const swapMessage = (message: Message) => others.get(message) ?? message;
    this.#messages = this.#messages.map(swapMessage);
    this.#said = this.#said.map(swapMessage);
  }

  #add(message: Message): void {
    this.#messages = [...this.#messages, message];
    this.#said = [...this.#said, message];
  }
}
