import type { Json } from './json';
import type { Maker, Protocol } from './rule';
import type { Usage } from './usage';

/** A request as the server saw it, and its outcome. */
export interface SeenRequest {
  readonly maker: Maker;
  readonly protocol: Protocol;
  readonly model: string;
  /** With options and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Json;
  /** The user's last text. */
  readonly prompt: string;
  /** The turn of the tool loop, from 1. */
  readonly turn: number;
  /** ms since 1970. */
  readonly at: number;
  /** The rule that it broke, or `fault` for a fault that a test requested. */
  refused?: { readonly rule: string; readonly status: number; readonly message: string };
  /** What it costs; absent if it was refused. */
  usage?: Usage;
  /** Whether the client disconnected before the whole answer was sent. */
  aborted: boolean;
}

/** A test's directives for the next requests. */
export interface Order {
  /** Such as `[429:1]` or `[cut:thinking]`: as in prompts. */
  readonly directives: string;
  /** Text that must occur in the user's last text. */
  readonly match?: string;
  readonly maker?: Maker;
  readonly model?: string;
  /** How many requests it applies to. Default 1. */
  readonly times?: number;
}
