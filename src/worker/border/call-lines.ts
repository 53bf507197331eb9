import { type TransferHandler, transferHandlers } from 'comlink';

/**
 * A port in the place of an argument: it tells the worker that a signal was aborted, or the page what a listener is to
 * hear.
 */
class CallLine {
  constructor(
    readonly kind: 'signal' | 'listener',
    readonly port: MessagePort,
  ) {}
}

/** A call as it is sent. */
interface LinedCall {
  readonly args: readonly unknown[];
  /** Closes the ports; to be called when the call is over. */
  close(): void;
}

/** Puts ports in the place of signals and listeners, which cannot be sent to a worker. */
export function withLines(args: readonly unknown[]): LinedCall {
  const closers: (() => void)[] = [];
  const lined = args.map((arg) => {
    if (!(arg instanceof AbortSignal) && typeof arg !== 'function') return arg;
    const { port1: near, port2: far } = new MessageChannel();
    closers.push(() => near.close());
    if (typeof arg === 'function') {
      near.onmessage = ({ data }: MessageEvent) => arg(data);
      return new CallLine('listener', far);
    }
    const stop = () => near.postMessage('stop');
    if (arg.aborted) stop();
    arg.addEventListener('abort', stop, { once: true });
    closers.push(() => arg.removeEventListener('abort', stop));
    return new CallLine('signal', far);
  });
  const close = () => {
    for (const closer of closers) closer();
  };
  return { args: lined, close };
}

/**
 * Lets the worker have signals and listeners again out of the ports. To be called on both sides, before anything is
 * exposed or wrapped.
 */
export function registerCallLines(): void {
  const handler: TransferHandler<unknown, Pick<CallLine, 'kind' | 'port'>> = {
    canHandle: (value): value is CallLine => value instanceof CallLine,
    serialize: (line) => {
      const { kind, port } = line as CallLine;
      return [{ kind, port }, [port]];
    },
    deserialize: ({ kind, port }) => (kind === 'signal' ? signalOf(port) : (told: unknown) => port.postMessage(told)),
  };
  transferHandlers.set('call line', handler);
}

function signalOf(port: MessagePort): AbortSignal {
  const stop = new AbortController();
  port.onmessage = () => stop.abort();
  return stop.signal;
}
