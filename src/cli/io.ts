/** A stream that a command writes to. */
export interface Output {
  write(text: string): void;
  /** Whether a person looks at it who wants colours. */
  readonly coloured: boolean;
}

/** Port: all that a command reaches of the world, so that it is tested without a process. */
export interface Io {
  /** The first bytes of a file, no more than `most`; `-` is standard input. Errors: those of `node:fs`. */
  read(file: string, most: number): Promise<Uint8Array>;
  /** Writes a file as a whole: if that fails, what was there stays. Errors: those of `node:fs`. */
  write(file: string, text: string): Promise<void>;
  /** For results. */
  readonly out: Output;
  /** For what is said about them. */
  readonly err: Output;
}
