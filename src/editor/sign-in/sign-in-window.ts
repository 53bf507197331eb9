/** The window in which a person signs in at a server. */
export interface SignInWindow {
  /** Goes to where the person signs in. */
  show(url: string): void;
  /**
   * Resolves to the query of the page that the person comes back to, for the sign-in with this state. `onClosed` is
   * told once the window is closed; or hidden from this page, as some servers have it: then an answer may still come.
   */
  answer(state: string, onClosed: () => void, signal: AbortSignal): Promise<string>;
  close(): void;
}

/** As `public/sign-in.js` has it. */
const channelName = 'heddle-sign-in';
/** Nothing tells that a window was closed: it is looked at so often, in ms. */
const lookMs = 300;

/** The page that a person comes back to, which stands beside this one. */
export function comeBackPage(): string {
  return new URL('sign-in.html', document.baseURI).href;
}

/** Opens the window, within a click, or undefined where the browser does not allow it. */
export function openSignInWindow(): SignInWindow | undefined {
  const place = `left=${Math.round(screenX + 80)},top=${Math.round(screenY + 80)}`;
  const opened = window.open(comeBackPage(), '_blank', `popup,width=560,height=720,${place}`);
  if (opened === null) return undefined;
  // The pages of the server shall not reach this one.
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
        const end = () => {
          clearInterval(watch);
          channel.close();
        };
        channel.onmessage = ({ data }: MessageEvent<unknown>) => {
          const { kind, state: given, answer } = (data ?? {}) as Readonly<Record<string, unknown>>;
          // Another page of Heddle may wait for another answer.
          if (kind !== 'answer' || given !== state || typeof answer !== 'string') return;
          channel.postMessage({ kind: 'taken', state });
          end();
          resolve(answer);
        };
        signal.addEventListener('abort', () => {
          end();
          reject(signal.reason);
        });
      }),
  };
}
