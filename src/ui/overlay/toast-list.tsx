import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Toaster, toast } from 'sonner';
import { defined } from '@/base/defined';
import { type RingStatus, StatusRing } from '../display/status-ring';
import { Button } from '../form/button';
import { IconButton } from '../form/icon-button';
import type { Notice } from './notice';

import styles from './toast.module.css';

/** How long messages stay, in ms. */
const stay = { usual: 5000, withAction: 10_000 };

/** How long a message stays; undefined: until it is closed or mended. */
function computeStay({ tone, stays, action }: Notice): number | undefined {
  if (stays === true || (tone !== 'info' && tone !== 'ok')) return undefined;
  return action === undefined ? stay.usual : stay.withAction;
}

/** The sign before a message, and what it is called. */
const signs: Readonly<Record<Notice['tone'], readonly [RingStatus, string] | undefined>> = {
  info: undefined,
  ok: ['ok', 'Done'],
  error: ['failed', 'Error'],
  paused: ['paused', 'Waits for you'],
  busy: ['running', 'Works'],
};

/** What can be done with the list of messages. */
export interface ShownNotices {
  readonly show: (notice: Notice) => void;
  /** Closes those that something is true of. */
  readonly close: (isMeant: (notice: Notice) => boolean) => void;
}

/** The visible messages, at most three. `onReady` receives what shows and closes them. */
export function ToastList({ onReady }: { readonly onReady: (shown: ShownNotices) => void }) {
  // The list inside is listening by now: effects of children run first.
  useEffect(() => onReady({ show: showNotice, close: closeShown }), [onReady]);
  const isPhone = useSyncExternalStore(followPhone, checkPhone);
  return (
    <Toaster
      position={isPhone ? 'top-left' : 'bottom-left'}
      className={styles.list ?? ''}
      gap={8}
      expand
      visibleToasts={3}
      hotkey={noKeys}
      customAriaLabel="Messages"
    />
  );
}

/** A key of its own would be taken from the canvas. */
const noKeys: string[] = [];

const phone = '(max-width: 599px)';
const checkPhone = (): boolean => window.matchMedia?.(phone).matches ?? false;

function followPhone(onChange: () => void): () => void {
  const query = window.matchMedia?.(phone);
  query?.addEventListener('change', onChange);
  return () => query?.removeEventListener('change', onChange);
}

interface ShownNotice {
  readonly notice: Notice;
  /** What the list calls it. */
  readonly place: string | number;
}

/** The messages in sight. */
const shownNotices = new Set<ShownNotice>();

function closeShown(isMeant: (notice: Notice) => boolean): void {
  for (const shown of [...shownNotices]) if (isMeant(shown.notice)) closeOne(shown);
}

function closeOne(shown: ShownNotice): void {
  // One whose place another has taken is closed already.
  if (shownNotices.delete(shown)) toast.dismiss(shown.place);
}

/**
 * Shows a message, in place of one with its id that is in sight. One that is being closed is left alone: the list would
 * close what takes its place too.
 */
function showNotice(notice: Notice): void {
  const before = notice.id === undefined ? undefined : [...shownNotices].find((one) => one.notice.id === notice.id);
  if (before !== undefined) shownNotices.delete(before);
  // The list draws it later than it may be told to close it, and would then keep it for good.
  const handleDrawn = () => {
    if (![...shownNotices].some((one) => one.place === place)) toast.dismiss(place);
  };
  const place = toast.custom(() => <Toast notice={notice} onDrawn={handleDrawn} onClose={() => closeOne(shown)} />, {
    duration: Number.POSITIVE_INFINITY,
    onDismiss: () => shownNotices.delete(shown),
    ...defined({ id: before?.place }),
  });
  const shown: ShownNotice = { notice, place };
  shownNotices.add(shown);
  const close = () => closeOne(shown);
  notice.until?.then(close, close);
}

interface ToastProps {
  readonly notice: Notice;
  readonly onDrawn: () => void;
  readonly onClose: () => void;
}

function Toast({ notice, onDrawn, onClose }: ToastProps) {
  const drawn = useRef(onDrawn);
  useEffect(() => drawn.current(), []);
  const { tone, title, detail, action } = notice;
  const [isClosing, setClosing] = useState(false);
  // One that leaves, which takes until the next frames are drawn, is there for nobody any more.
  const close = () => {
    setClosing(true);
    onClose();
  };
  const sign = signs[tone];
  const [isHeld, setHeld] = useState(false);
  const time = computeStay(notice);
  useEffect(() => {
    if (time === undefined || isHeld) return;
    const timer = setTimeout(onClose, time);
    return () => clearTimeout(timer);
  }, [time, isHeld, onClose]);
  return (
    <div
      className={styles.toast}
      inert={isClosing}
      aria-hidden={isClosing}
      // Under the pointer or the focus it stays.
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
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
