import { type TransferHandler, transferHandlers } from 'comlink';

/**
 * A port that replaces an argument: it notifies the worker that a signal was aborted, or carries messages to a listener
 * in the page.
 */
class CallLine {
  constructor(
    readonly kind: 'signal' | 'listener',
    readonly port: MessagePort,
  ) {}
}

/** The arguments of a call, ready to send. */
interface LinedCall {
  readonly args: readonly unknown[];
  /**
   * Resolves once the listeners have heard all that they were told during the call. The result of a call may overtake
   * it, because it comes through another port. Only to be called after a call that succeeded.
   */
  told(): Promise<void>;
  /** Closes the ports; to be called when the call is over. */
  close(): void;
}

/** Replaces signals and listeners, which cannot be sent to a worker, by ports. */
export function replaceByLines(args: readonly unknown[]): LinedCall {
  const closers: (() => void)[] = [];
  const asks: (() => Promise<void>)[] = [];
  const lined = args.map((arg) => {
    if (!(arg instanceof AbortSignal) && typeof arg !== 'function') return arg;
    const { port1: localPort, port2: remotePort } = new MessageChannel();
    closers.push(() => localPort.close());
    if (typeof arg === 'function') {
      let heardAll = () => {};
      localPort.onmessage = ({ data }: MessageEvent<ToListener>) =>
        'message' in data ? arg(data.message) : heardAll();
      asks.push(
        () =>
          new Promise<void>((resolve) => {
            heardAll = resolve;
            localPort.postMessage('all?');
          }),
      );
      return new CallLine('listener', remotePort);
    }
    const sendStop = () => localPort.postMessage('stop');
    if (arg.aborted) sendStop();
    arg.addEventListener('abort', sendStop, { once: true });
    closers.push(() => arg.removeEventListener('abort', sendStop));
    return new CallLine('signal', remotePort);
  });
  const closeLines = () => {
    for (const closer of closers) closer();
  };
  const awaitTold = async () => {
    await Promise.all(asks.map((ask) => ask()));
  };
  return { args: lined, told: awaitTold, close: closeLines };
}

/**
 * Converts ports back to signals and listeners in the worker. To be called on both sides, before anything is exposed or
 * wrapped.
 */
export function registerCallLines(): void {
  const handler: TransferHandler<unknown, Pick<CallLine, 'kind' | 'port'>> = {
    canHandle: (value): value is CallLine => value instanceof CallLine,
    serialize: (line) => {
      const { kind, port } = line as CallLine;
      return [{ kind, port }, [port]];
    },
    deserialize: ({ kind, port }) => (kind === 'signal' ? createPortSignal(port) : createPortListener(port)),
  };
  transferHandlers.set('call line', handler);
}

/** What a listener in the page is sent: a message, or that there was none after it when the page asked. */
type ToListener = { readonly message: unknown } | { readonly all: true };

function createPortListener(port: MessagePort): (message: unknown) => void {
  const post = (data: ToListener) => port.postMessage(data);
  port.onmessage = () => post({ all: true });
  return (message) => post({ message });
}

function createPortSignal(port: MessagePort): AbortSignal {
  const stop = new AbortController();
  port.onmessage = () => stop.abort();
  return stop.signal;
}
