import { Socket, type SocketConstructorOpts, type TcpNetConnectOpts } from 'node:net';

/** Bytes of one read: as many as a pipe of Linux holds. */
const readBytes = 65_536;

/** Takes a piece of output, whose bytes are valid until the promise resolves. */
export type TakeOutput = (bytes: Uint8Array) => Promise<void>;

/**
 * What a script prints on one of its streams, read piece by piece; while a piece is being taken, nothing is read, so
 * that the script waits. A named pipe is read into one buffer: V8 would collect a buffer for each piece too late, and
 * an output of hundreds of megabytes would take a hundred.
 */
export class ScriptOutput {
  readonly #socket: Socket;
  readonly #closed: Promise<void>;
  readonly #readOn: () => void;
  #take: TakeOutput | undefined;
  /** A piece that came before {@link pump}. */
  #early: Uint8Array | undefined;
  #taken = Promise.resolve();
  #isTaking = false;
  #failed: (error: unknown) => void = () => {};

  /** Reads a named pipe. `fd`: its reading end, which is closed at the end. */
  static ofPipe(fd: number): ScriptOutput {
    const buffer = new Uint8Array(readBytes);
    const offerBytes = (count: number): boolean => {
      output.#offer(buffer.subarray(0, count));
      return false;
    };
    // The constructor takes `onread` too, though not by its type: https://nodejs.org/api/net.html#new-netsocketoptions
    const options: SocketConstructorOpts & Pick<TcpNetConnectOpts, 'onread'> = {
      fd,
      readable: true,
      writable: false,
      onread: { buffer, callback: offerBytes },
    };
    const socket = new Socket(options);
    const output = new ScriptOutput(socket, () => socket.resume());
    return output;
  }

  /** Reads a stream that Node opened for a process. */
  static ofStream(socket: Socket): ScriptOutput {
    const offerNext = () => {
      if (output.#isTaking) return;
      const piece: Buffer | null = socket.read();
      // Not as a `Buffer`, whose `slice` would be no copy.
      if (piece !== null) output.#offer(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength));
    };
    const output = new ScriptOutput(socket, offerNext);
    // `data` would come without end once the process has ended: Node resumes its streams then.
    socket.on('readable', offerNext);
    return output;
  }

  private constructor(socket: Socket, readOn: () => void) {
    this.#socket = socket;
    this.#readOn = readOn;
    // After an error it closes too: there is no more output.
    socket.on('error', () => {});
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  /** Passes all output on, in pieces. Resolves once the last one is taken; rejects when `take` does. Call it once. */
  async pump(take: TakeOutput): Promise<void> {
    const failure = new Promise<never>((_, reject) => {
      this.#failed = reject;
    });
    this.#take = take;
    if (this.#early === undefined) this.#readOn();
    else this.#offer(this.#early);
    await Promise.race([this.#closed.then(() => this.#taken), failure]);
  }

  /** Ends it once it brings nothing for a while (ms), unless it is the reader who has to catch up. */
  endWhenIdle(graceMs: number): void {
    if (this.#socket.closed) return;
    let read = this.#socket.bytesRead;
    const timer = setInterval(() => {
      if (this.#socket.bytesRead === read && !this.#isTaking) this.destroy();
      read = this.#socket.bytesRead;
    }, graceMs);
    this.#socket.once('close', () => clearInterval(timer));
  }

  /** Closes it; what has not been read is lost. */
  destroy(): void {
    this.#socket.destroy();
  }

  #offer(bytes: Uint8Array): void {
    this.#isTaking = true;
    if (this.#take === undefined) {
      this.#early = bytes;
      return;
    }
    this.#taken = this.#take(bytes).then(() => {
      this.#isTaking = false;
      this.#readOn();
    }, this.#failed);
  }
}
