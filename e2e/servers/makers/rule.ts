import type { Json } from './json';
import type { AnthropicModel, GoogleModel, OpenAiModel } from './models';
import type { Shape } from './shapes';

/** The provider whose rules apply at an address. */
export type Maker = 'openai' | 'anthropic' | 'google' | 'plain';

/** The protocol of an endpoint. `chat` is chat completions, of OpenAI or of the plain server. */
export type Protocol = 'responses' | 'chat' | 'messages' | 'generate';

/** A request as the rules see it. */
export interface Asked {
  readonly maker: Maker;
  readonly protocol: Protocol;
  readonly model: string;
  readonly stream: boolean;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly body: Json;
  /** Fields that this address refuses in addition, by `/refuse=a,b/` in its path or by {@link Memory.refuses}. */
  readonly refused: readonly string[];
  /** Whether rules marked `beyond` apply: `/strict/` in the path. */
  readonly strict: boolean;
  /** The server that refuses in its own words, instead of by the maker's rules: `/as=mistral/` in the path. */
  readonly shape?: Shape | undefined;
}

/** A part of an answer that the server emitted and may see again. */
export interface Made {
  readonly kind: 'reasoning' | 'message' | 'call' | 'search';
  readonly model: string;
  /** Id of the reasoning item directly before it. */
  readonly after?: string;
  /** Whether its answer included thinking. */
  readonly thought: boolean;
  /** Ids of what the provider's own tools did in the same answer. */
  readonly beside?: readonly string[];
  /** Digest of all of it, if it must be sent back unmodified. */
  readonly whole?: string;
}

/** What the server knows besides the request. */
export interface Memory {
  readonly openai: readonly OpenAiModel[];
  readonly anthropic: readonly AnthropicModel[];
  readonly google: readonly GoogleModel[];
  /** Models that have ended. */
  readonly ended: ReadonlySet<string>;
  /** Valid keys, by provider. Left out: any key is valid. */
  readonly keys: Readonly<Partial<Record<Maker, string>>>;
  /** Fields that a model refuses and no document names. */
  readonly refuses: Readonly<Record<string, readonly string[]>>;
  /** By the id under which it was emitted. */
  readonly made: Map<string, Made>;
  /** Cached starts of prompts, by digest. */
  readonly cached: Set<string>;
}

/** How a request is refused. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** OpenAI and Anthropic. Default: `invalid_request_error`. Google: the `status`, default `INVALID_ARGUMENT`. */
  readonly type?: string;
  /** OpenAI only. */
  readonly param?: string;
  /** OpenAI only. */
  readonly code?: string;
  /** Google only. */
  readonly details?: readonly Json[];
}

/** Something that a provider refuses. */
export interface Rule {
  /** As in the tests: provider, dot, subject. */
  readonly id: string;
  readonly protocols: readonly Protocol[];
  readonly makers: readonly Maker[];
  /** Where it is documented, or was observed. */
  readonly source: string;
  /** Recommended by a document, but no refusal was observed: applies only at a strict address. */
  readonly beyond?: true;
  check(asked: Asked, memory: Memory): Refusal | undefined;
}

/** A refusal with status 400. */
export function bad(message: string, more: Omit<Refusal, 'status' | 'message'> = {}): Refusal {
  return { status: 400, message, ...more };
}

/** Names in quotes, as OpenAI lists them: `'a', 'b', and 'c'`. */
export function quoted(names: readonly string[]): string {
  const each = names.map((name) => `'${name}'`);
  return each.length < 2 ? each.join('') : `${each.slice(0, -1).join(', ')}, and ${each.at(-1)}`;
}
