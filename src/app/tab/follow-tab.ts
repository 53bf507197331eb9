import type { RunMark } from '@/run/line/run-mark';
import type { AppStores } from '@/state/context';
import { notifyPerson } from '@/ui/overlay/toast';
import { formatWorkflowLabel } from '@/workflow/document';
import { readRunLine } from '../runs/run-facts';
import { formatTabTitle } from './tab-title';

const icons: { readonly [K in RunMark]: string } = {
  none: './icon.svg',
  running: './icons/tab-running.svg',
  asks: './icons/tab-waits.svg',
  done: './icons/tab-done.svg',
  failed: './icons/tab-failed.svg',
  stale: './icon.svg',
};

const words: { readonly [K in Exclude<RunMark, 'none' | 'running' | 'stale'>]: string } = {
  asks: 'waits for you',
  done: 'is done',
  failed: 'failed',
};

/**
 * Shows in the title and the icon of the tab how the shown run is. While the page is hidden, a run that ends, fails or
 * asks is told by a notification, if the person allowed that; else the page offers it when the person is back.
 */
export function followTab(stores: AppStores): void {
  const { document: opened, view, run } = stores;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  let shown: RunMark | undefined;
  /** What was not seen: the run that was told last, and how it was. */
  let told = '';
  let isMissed = false;
  /** The run ended while the page was hidden, and the person has not been back since. */
  let wasAway = document.hidden;

  const showInTab = () => {
    const { at: screen } = view.getState().screen;
    const { present, executionId } = run.getState();
    wasAway ||= document.hidden && shown === 'running';
    const known = screen === 'start' ? 'none' : readRunLine(stores).mark;
    // The icon of the tab says of a good end only that there is one that nobody has seen.
    const mark = known === 'done' && !wasAway ? 'none' : known;
    const title =
      screen === 'start'
        ? 'Heddle'
        : formatTabTitle(formatWorkflowLabel(opened.getState().document), present, mark, wasAway);
    // The same one again is another element in the page, at which Chromium ends a step of its undo in a text.
    if (title !== document.title) document.title = title;
    if (mark === shown) return;
    shown = mark;
    if (icon !== null) icon.href = icons[mark];
    if (document.hidden && executionId !== undefined && mark !== 'none' && mark !== 'running' && mark !== 'stale')
      tellInTab(executionId, mark);
  };

  const tellInTab = (executionId: string, mark: keyof typeof words) => {
    const key = `${executionId} ${mark} ${run.getState().present.questions.size}`;
    if (told === key) return;
    told = key;
    isMissed = true;
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
    const name = formatWorkflowLabel(opened.getState().document);
    const notification = new Notification(`${name} ${words[mark]}`, {
      tag: executionId,
      icon: './icons/icon-192.png',
    });
    notification.addEventListener('click', () => {
      focus();
      notification.close();
    });
  };

  /** The first moment at which notifications are useful: something was missed. */
  const offer = () => {
    if (!isMissed || typeof Notification === 'undefined' || Notification.permission !== 'default') return;
    notifyPerson({
      id: 'notifications',
      tone: 'info',
      title: 'The run changed while you were away.',
      detail: 'Heddle can tell you when a run ends or asks while this page is hidden.',
      action: { label: 'Notify me', run: () => void Notification.requestPermission() },
    });
  };

  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) {
      wasAway = false;
      offer();
      isMissed = false;
    }
    showInTab();
  });
  for (const store of [opened, stores.runs, stores.forecast]) store.subscribe(showInTab);
  view.subscribe((state, before) => state.screen.at !== before.screen.at && showInTab());
  run.subscribe(
    (state, before) =>
      (state.present !== before.present || state.owner !== before.owner || state.failure !== before.failure) &&
      showInTab(),
  );
  showInTab();
}
