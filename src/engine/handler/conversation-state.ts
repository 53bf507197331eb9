import type { JsonObject } from '@/base/json';
import type { Message, ReplyOrigin, ToolCall } from '@/plan/message';
import { withoutOrigin } from '@/plan/reply-origin';
import type { EvaluationRequest } from '../task-end';
import type { ToolAnswer, ToolEffects } from '../tools/handler-tool';
import { withoutOldFiles } from './old-files';
import { repairText } from './repair-text';

/** What has been said in a conversation, and what its tools left in it. */
export class ConversationState {
  /** What is sent: the prompt, and what was said since, its older part perhaps in short. */
  #messages: readonly Message[];
  /** All of it in full. */
  #said: readonly Message[];
  readonly #notes = new Map<string, string>();
  #warnings: readonly string[] = [];
  /** The calls whose answers are files, by path. */
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

  /** All that was said, as it was: what is sent beside it stands in the place of others. */
  get said(): ReadonlySet<Message> {
    return new Set(this.#said);
  }

  /** What was said, in full, without what the system said and what the model thought: that is for nobody else. */
  get transcript(): readonly Message[] {
    return this.#said.filter(({ role }) => role !== 'system').map(withoutOrigin);
  }

  /** What the model wrote last; empty before that. */
  get lastText(): string {
    return this.#lastText;
  }

  /** Set once an evaluation was asked for. */
  get request(): EvaluationRequest | undefined {
    return this.#request;
  }

  /** Notes of the result, without figures. */
  notes(): JsonObject {
    const warnings = this.#warnings.length === 0 ? {} : { warnings: this.#warnings };
    return { ...Object.fromEntries(this.#notes), ...warnings };
  }

  /** Takes in a reply. Providers refuse one without text, unless it calls tools, or its maker goes on with it. */
  say(text: string, toolCalls: readonly ToolCall[], origin?: ReplyOrigin): void {
    if (text !== '' || toolCalls.length === 0) this.#lastText = text;
    const isEmpty = text === '' && toolCalls.length === 0;
    if (isEmpty && !origin?.parts.some(({ kind }) => kind === 'maker')) return;
    const calls = toolCalls.length === 0 ? {} : { toolCalls };
    this.#add({ role: 'assistant', content: text, ...calls, ...(origin === undefined ? {} : { origin }) });
  }

  answer({ id, name }: ToolCall, { text, isError, files = [] }: ToolAnswer): void {
    const given = files.length === 0 ? {} : { attachments: files };
    this.#add({ role: 'tool', toolCallId: id, name, content: text, ...(isError ? { isError } : {}), ...given });
    if (files.length > 0) this.#swap(withoutOldFiles(this.#messages));
  }

  /** Tells the model what is wrong with its reply, and keeps it as warnings. */
  sendBack(violations: readonly string[]): void {
    this.#warnings = violations;
    this.#add({ role: 'user', content: repairText(violations) });
  }

  /** Sends these from now on in the place of what was sent so far. */
  shorten(messages: readonly Message[]): void {
    this.#messages = messages;
  }

  /** What a tool may change, called by this call. */
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
    const held = this.#said.find((message) => message.role === 'tool' && message.toolCallId === id);
    if (held === undefined) return;
    this.#swap(new Map([[held, { ...held, content: `[${path} was taken out of the context]` }]]));
  }

  /** Puts messages in the place of others, also in what was said. */
  #swap(others: ReadonlyMap<Message, Message>): void {
    const swap = (message: Message) => others.get(message) ?? message;
    this.#messages = this.#messages.map(swap);
    this.#said = this.#said.map(swap);
  }

  #add(message: Message): void {
    this.#messages = [...this.#messages, message];
    this.#said = [...this.#said, message];
  }
}
