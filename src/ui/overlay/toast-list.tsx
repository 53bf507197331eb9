import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { Toaster, toast } from 'sonner';
import { defined } from '@/base/defined';
import { type RingStatus, StatusRing } from '../display/status-ring';
import { Button } from '../form/button';
import { IconButton } from '../form/icon-button';
import type { Notice } from './notice';

import styles from './toast.module.css';

/**
 * How long messages stay, in ms. Errors and messages that need an answer stay until they are closed; others for five
 * seconds.
 */
const stay: Readonly<Record<Notice['tone'], number>> = {
  info: 5000,
  ok: 5000,
  error: Number.POSITIVE_INFINITY,
  paused: Number.POSITIVE_INFINITY,
  busy: Number.POSITIVE_INFINITY,
};

/** The sign before a message, and what it is called. */
const signs: Readonly<Record<Notice['tone'], readonly [RingStatus, string] | undefined>> = {
  info: undefined,
  ok: ['ok', 'Done'],
  error: ['failed', 'Error'],
  paused: ['paused', 'Waits for you'],
  busy: ['running', 'Works'],
};

/** The visible messages. `onReady` receives the function that shows one more. */
export function ToastList({ onReady }: { readonly onReady: (show: (notice: Notice) => void) => void }) {
  // The list inside is listening by now: effects of children run first.
  useEffect(() => onReady(showNotice), [onReady]);
  return <Toaster position="bottom-right" gap={8} offset={16} containerAriaLabel="Messages" />;
}

/** The messages in sight that have an id of their own, by it: what the list calls them. */
const shownUnder = new Map<string, string | number>();

/**
 * Shows a message, in place of one with its id that is in sight. One that is being closed is left alone: the list would
 * close what takes its place too.
 */
function showNotice(notice: Notice): void {
  const { id } = notice;
  const place = id === undefined ? undefined : shownUnder.get(id);
  const forgetPlace = () => {
    if (id !== undefined && shownUnder.get(id) === shown) shownUnder.delete(id);
  };
  const closeToast = () => {
    forgetPlace();
    toast.dismiss(shown);
  };
  const shown = toast.custom(() => <Toast notice={notice} onClose={closeToast} />, {
    duration: notice.stays ? Number.POSITIVE_INFINITY : stay[notice.tone],
    onAutoClose: forgetPlace,
    onDismiss: forgetPlace,
    ...defined({ id: place }),
  });
  if (id !== undefined) shownUnder.set(id, shown);
  notice.until?.then(closeToast, closeToast);
}

function Toast({ notice, onClose }: { readonly notice: Notice; readonly onClose: () => void }) {
  const { tone, title, detail, action } = notice;
  const [isClosing, setClosing] = useState(false);
  // One that leaves, which takes until the next frames are drawn, is there for nobody any more.
  const close = () => {
    setClosing(true);
    onClose();
  };
  const sign = signs[tone];
  return (
    <div className={styles.toast} inert={isClosing} aria-hidden={isClosing}>
      {sign && (
        <span className={styles.sign}>
          <StatusRing status={sign[0]} label={sign[1]} />
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
            close();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton size="s" label="Close the message" icon={<X />} onClick={close} />
    </div>
  );
}
