/** The window in which a person signs in at a server. */
export interface SignInWindow {
  /** Opens the page where the person signs in. */
  show(url: string): void;
  /**
   * Resolves to the query of the page to which the person returns, for the sign-in with this state. `onClosed` is
   * called when the window closes, or when its server hides it from this page; in that case an answer may still come.
   */
  answer(state: string, onClosed: () => void, signal: AbortSignal): Promise<string>;
  close(): void;
}

/** The same name as in `public/sign-in.js`. */
const channelName = 'heddle-sign-in';
/** How often to check whether the window was closed, in ms: no event reports it. */
const lookMs = 300;

/** The page to which the person returns. It lies beside this page. */
export function getReturnAddress(): string {
  return new URL('sign-in.html', document.baseURI).href;
}

/** Opens the window. It must be called in a click; undefined if the browser blocks it. */
export function openSignInWindow(): SignInWindow | undefined {
  const place = `left=${Math.round(screenX + 80)},top=${Math.round(screenY + 80)}`;
  const opened = window.open(getReturnAddress(), '_blank', `popup,width=560,height=720,${place}`);
  if (opened === null) return undefined;
  // The server's pages must not have access to this one.
  opened.opener = null;
  return {
    show: (url) => opened.location.replace(url),
    close: () => opened.close(),
    answer: (state, onClosed, signal) =>
      new Promise((resolve, reject) => {
        const channel = new BroadcastChannel(channelName);
        const watch = setInterval(() => {
          if (!opened.closed) return;
          clearInterval(watch);
          onClosed();
        }, lookMs);
        const endWatch = () => {
          clearInterval(watch);
          channel.close();
        };
        channel.onmessage = ({ data }: MessageEvent<unknown>) => {
          const { kind, state: given, answer } = (data ?? {}) as Readonly<Record<string, unknown>>;
          // The answer may be for another page of Heddle.
          if (kind !== 'answer' || given !== state || typeof answer !== 'string') return;
          channel.postMessage({ kind: 'taken', state });
          endWatch();
          resolve(answer);
        };
        signal.addEventListener('abort', () => {
          endWatch();
          reject(signal.reason);
        });
      }),
  };
}
