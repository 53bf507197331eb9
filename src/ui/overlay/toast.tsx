import { useEffect, useState } from 'react';
import { createPart } from '../lazy/part';
import type { Notice } from './notice';

/** Messages that arrived before their list had loaded. */
const waiting: Notice[] = [];
let show: ((notice: Notice) => void) | undefined;
let askForList: (() => void) | undefined;

/** Shows a message in the lower right corner. */
export function notifyPerson(notice: Notice): void {
  if (show) {
    show(notice);
    return;
  }
  waiting.push(notice);
  askForList?.();
}

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
      show = undefined;
    };
  }, []);
  return needed ? <ToastList onReady={showWaiting} /> : null;
}

function showWaiting(showOne: (notice: Notice) => void): void {
  show = showOne;
  for (const notice of waiting.splice(0)) showOne(notice);
}
