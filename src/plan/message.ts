/** A message of a conversation, as every provider understands it. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A part of a prompt and where it came from, for the plan view and the context view. */
export interface PromptPart {
  readonly kind:
    | 'system'
    | 'instructions'
    | 'variables'
    | 'current_task'
    | 'context'
    | 'inputs'
    | 'description'
    | 'expected';
  readonly text: string;
  /** Ids of the tasks whose output is in it. */
  readonly from: readonly string[];
}

/** What one call is told: the messages to send, and the same text part by part. */
export interface Prompt {
  readonly messages: readonly Message[];
  readonly parts: readonly PromptPart[];
}
