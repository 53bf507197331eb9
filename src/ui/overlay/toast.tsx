import { useEffect, useState } from 'react';
import { createPart } from '../lazy/part';
import type { Notice } from './notice';
import type { ShownNotices } from './toast-list';

/** Messages that arrived before their list had loaded. */
const waiting: Notice[] = [];
let list: ShownNotices | undefined;
let askForList: (() => void) | undefined;

/** Shows a message at the bottom left of the canvas or page, on a phone under the line of the run. */
export function notifyPerson(notice: Notice): void {
  if (list) {
    list.show(notice);
    return;
  }
  waiting.push(notice);
  askForList?.();
}

/** Closes the message with this id, because what it tells of is mended. */
export function closeNotice(id: string): void {
  closeNotices((notice) => notice.id === id);
}

/** Closes the messages that something is true of. */
export function closeNotices(isMeant: (notice: Notice) => boolean): void {
  for (let index = waiting.length - 1; index >= 0; index -= 1) {
    const notice = waiting[index];
    if (notice !== undefined && isMeant(notice)) waiting.splice(index, 1);
  }
  list?.close(isMeant);
}

/** Moves the focus to the newest message: to what it offers, else to what closes it. */
export function focusNewestNotice(): void {
  document.querySelector<HTMLElement>(newest)?.focus();
}

/** Whether a message is in sight. */
export const hasNotice = (): boolean => document.querySelector(newest) !== null;

const newest = '[data-sonner-toast]:not([data-removed=true]) button';

/** The list of messages. It loads when first needed: most visits need it late or never. */
export const toastPart = createPart(() => import('./toast-list'));
const ToastList = toastPart.component((list) => list.ToastList);

/** Where messages appear. Used once in the page. */
export function Toaster() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    askForList = () => setNeeded(true);
    if (waiting.length > 0) setNeeded(true);
    return () => {
      askForList = undefined;
      list = undefined;
    };
  }, []);
  return needed ? <ToastList onReady={showWaiting} /> : null;
}

function showWaiting(shown: ShownNotices): void {
  list = shown;
  for (const notice of waiting.splice(0)) shown.show(notice);
}
