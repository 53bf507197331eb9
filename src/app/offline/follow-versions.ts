import { z } from 'zod';
import type { AppStores } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import { notify } from '@/ui/overlay/toast';
import { type UpdateAnswer, updateRequest } from './update-messages';

/** How long after one look for a newer version the next may follow, in ms. */
const betweenLooks = 60 * 60 * 1000;

const messageId = 'update';

/**
 * Has all files of this version kept in the browser, and offers a newer one when it is there. Where browsers have no
 * service workers (no HTTPS, some private windows) it does nothing. Never rejects.
 */
export async function followVersions({ run }: Pick<AppStores, 'run'>): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  const registration = await serviceWorker
    .register('./service-worker.js', { updateViaCache: 'none' })
    .catch(() => undefined);
  if (registration === undefined) return;

  const offer = () => {
    // Without a controller this is the first version.
    const { waiting } = registration;
    if (waiting === null || serviceWorker.controller === null) return;
    notify({
      id: messageId,
      tone: 'info',
      stays: true,
      title: 'A new version of Heddle is ready.',
      detail: 'The page reloads with it. Your work is saved.',
      action: { label: 'Update', run: () => void update() },
    });
  };
  const update = async () => {
    if (isRunning(run.getState())) {
      return refuse('A run is in progress.', 'Update when it has ended.', offer);
    }
    const { waiting } = registration;
    // Another tab has taken it meanwhile, or a still newer one took its place: the page that loads now is of the
    // newest.
    if (waiting === null) return location.reload();
    serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    const answer = await ask(waiting);
    if (answer === undefined) {
      return refuse('The new version could not take over.', 'Close all other tabs of Heddle first.', () =>
        location.reload(),
      );
    }
    const { otherTabs } = answer;
    if (otherTabs > 0) refuse('Heddle is open in other tabs.', `Close them first (${otherTabs}), then update.`, offer);
  };

  offer();
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => installing.state === 'installed' && offer());
  });
  lookAgain(registration);
}

/** Replaces what is offered by why it cannot be had yet: there is one message about updates, the newest. */
function refuse(title: string, detail: string, offer: () => void): void {
  notify({ id: messageId, tone: 'info', stays: true, title, detail, action: { label: 'Try again', run: offer } });
}

const answerSchema: z.ZodType<UpdateAnswer> = z.object({ otherTabs: z.int().nonnegative() });

/**
 * Has a version take over, unless other tabs are open. Undefined: it ended meanwhile, or says what is not understood
 * here.
 */
function ask(waiting: ServiceWorker): Promise<UpdateAnswer | undefined> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(answerSchema.safeParse(data).data);
    waiting.addEventListener('statechange', () => waiting.state === 'redundant' && resolve(undefined));
    waiting.postMessage(updateRequest, [port2]);
  });
}

/** Looks for a newer version when the person returns to the tab. The browser itself looks only when a page loads. */
function lookAgain(registration: ServiceWorkerRegistration): void {
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < betweenLooks) return;
    looked = Date.now();
    // Offline there is nothing to see.
    registration.update().catch(() => undefined);
  });
}
