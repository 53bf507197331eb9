import type { Directive } from './directives';
import type { Json } from './json';
import type { Reading, Reply } from './reply';
import type { Asked, Memory, Refusal } from './rule';
import type { Frame } from './sse';
import type { Usage } from './usage';

/** What an answer is made of. */
export interface Answer {
  readonly asked: Asked;
  readonly memory: Memory;
  readonly reply: Reply;
  /** Undefined: the answer omits it. */
  readonly usage: Usage | undefined;
  readonly directives: readonly Directive[];
}

/** One protocol from a server's side. */
export interface Wire {
  read(asked: Asked): Reading;
  /** Whether the model thinks in its answer. */
  thinks(asked: Asked, memory: Memory): boolean;
  /** The answer as server-sent events. */
  frames(answer: Answer): readonly Frame[];
  /** The answer in one piece. */
  whole(answer: Answer): unknown;
  /** What a refusal looks like. */
  error(refusal: Refusal): Json;
  /** An error in the middle of a stream. */
  broken(): Frame;
  /** Events and fields of the future. */
  unknown(): readonly Frame[];
  /** The refusal of a prompt that is too long. */
  tooLong(asked: Asked, tokens: number, window: number): Refusal;
}
