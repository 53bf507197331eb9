// The globals of every runtime of Heddle (page, worker, Node), for the core folders, which compile without DOM types.
// Only tsconfig.core.json includes this file. Timers are missing on purpose: the engine waits through its Clock port.

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean; signal?: AbortSignal }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
declare const AbortSignal: { any(signals: Iterable<AbortSignal>): AbortSignal; abort(reason?: unknown): AbortSignal };

interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare const AbortController: { new (): AbortController };

declare const TextEncoder: {
  new (): {
    encode(text: string): Uint8Array<ArrayBuffer>;
    encodeInto(text: string, into: Uint8Array): { readonly written: number };
  };
};
declare const TextDecoder: {
  new (
    label?: string,
    options?: { fatal?: boolean; ignoreBOM?: boolean },
  ): { decode(bytes?: Uint8Array, options?: { stream?: boolean }): string };
};
/** Decodes base64; each character of the result is one byte. */
declare function atob(base64: string): string;
/** Encodes as base64; each character of the text is one byte. */
declare function btoa(text: string): string;
/** `subtle` is missing on a page that is not served from localhost or by https. */
declare var crypto:
  | { readonly subtle?: { digest(name: 'SHA-256', data: Uint8Array): Promise<ArrayBuffer> } }
  | undefined;
declare function structuredClone<T>(value: T): T;

interface Blob {
  readonly size: number;
  slice(from?: number, to?: number): Blob;
  arrayBuffer(): Promise<ArrayBuffer>;
}

declare class URL {
  constructor(address: string | URL, base?: string);
  static canParse(address: string, base?: string): boolean;
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly username: string;
  readonly password: string;
}

// What a request and its answer are, for code that is given a fetch. `fetch` itself is missing on purpose: the engine
// reaches the world only through its ports.
declare class Headers {
  constructor(init?: unknown);
  get(name: string): string | null;
  delete(name: string): void;
}
interface Request {
  readonly url: string;
}
interface RequestInit {
  readonly method?: string;
  readonly headers?: unknown;
  readonly body?: unknown;
  readonly mode?: string;
  readonly redirect?: string;
  readonly credentials?: string;
  readonly referrerPolicy?: string;
}
interface Response {
  readonly type: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: { cancel(): Promise<void> } | null;
}
