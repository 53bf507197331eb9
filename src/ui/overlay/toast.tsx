import { useEffect, useState } from 'react';
import { lazily } from '../lazy/lazily';
import type { Notice } from './notice';

/** Messages that were given before there was a list of them. */
const waiting: Notice[] = [];
let show: ((notice: Notice) => void) | undefined;
let askForList: (() => void) | undefined;

/** Shows a message in the lower right corner. */
export function notify(notice: Notice): void {
  if (show) {
    show(notice);
    return;
  }
  waiting.push(notice);
  askForList?.();
}

/** The list of messages, which most visits need late or never. */
export const ToastList = lazily(async () => (await import('./toast-list')).ToastList);

/** Where messages appear; once in the page. */
export function Toaster() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    askForList = () => setNeeded(true);
    if (waiting.length > 0) setNeeded(true);
    return () => {
      askForList = undefined;
      show = undefined;
    };
  }, []);
  return needed ? <ToastList onReady={showWaiting} /> : null;
}

function showWaiting(showOne: (notice: Notice) => void): void {
  show = showOne;
  for (const notice of waiting.splice(0)) showOne(notice);
}
