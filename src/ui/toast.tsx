import X from 'lucide-react/icons/x';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from './button';
import { IconButton } from './icon-button';
import { closeNotice, type Notice, onNotices, type ShownNotice, shownNotices } from './notices';
import { type RingStatus, StatusRing } from './status-ring';
import styles from './toast.module.css';

export { dismissNotice, type Notice, notify } from './notices';

/** Errors, and what asks for something, stay until they are read; the rest goes after this time, in ms. */
const goneAfterMs = 5000;

const signs: { readonly [K in Notice['tone']]: { readonly status: RingStatus; readonly word: string } | undefined } = {
  info: undefined,
  ok: { status: 'ok', word: 'Done' },
  error: { status: 'failed', word: 'Error' },
  paused: { status: 'paused', word: 'Waits for you' },
};

/** Where messages appear; once in the page. */
export function Toaster() {
  const notices = useSyncExternalStore(onNotices, shownNotices);
  return (
    <section className={styles.messages} aria-label="Messages" aria-live="polite">
      <ul className={styles.list}>
        {notices.map((notice) => (
          <Toast key={notice.key} notice={notice} />
        ))}
      </ul>
    </section>
  );
}

function Toast({ notice }: { readonly notice: ShownNotice }) {
  const { key, tone, title, detail, action } = notice;
  const [held, setHeld] = useState(false);
  const stays = held || tone === 'error' || tone === 'paused';
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => closeNotice(key), goneAfterMs);
    return () => clearTimeout(timer);
  }, [stays, key]);
  const sign = signs[tone];
  return (
    <li
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {sign && (
        <span className={styles.sign}>
          <StatusRing status={sign.status} label={sign.word} />
        </span>
      )}
      <div className={styles.text}>
        <strong className={styles.title}>{title}</strong>
        {detail}
      </div>
      {action && (
        <Button
          size="s"
          onClick={() => {
            closeNotice(key);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton size="s" label="Close the message" icon={<X />} onClick={() => closeNotice(key)} />
    </li>
  );
}
