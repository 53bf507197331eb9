import { z } from 'zod';
import type { AppStores } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import { notifyPerson } from '@/ui/overlay/toast';
import { type UpdateAnswer, updateRequest } from './update-messages';

/** The shortest time between two checks for a newer version, in ms. */
const betweenLooks = 60 * 60 * 1000;

/**
 * Makes the browser store all files of this version, and offers a newer one when it is available. It does nothing in
 * browsers without service workers (no HTTPS, some private windows). Never rejects.
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
    notifyPerson({
      id: 'update',
      tone: 'info',
      stays: true,
      title: 'A new version of Heddle is ready.',
      detail: 'The page reloads with it. Your work is saved.',
      action: { label: 'Update', run: () => void updateVersion() },
    });
  };
  const updateVersion = async () => {
    if (isRunning(run.getState())) {
      return refuseUpdate('A run is in progress.', 'Update when it has ended.', offer);
    }
    const { waiting } = registration;
    // Another tab has activated it meanwhile, or a still newer one replaced it: reloading the page loads the newest.
    if (waiting === null) return location.reload();
    serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    const answer = await askToTakeOver(waiting);
    if (answer === undefined) {
      return refuseUpdate('The new version could not take over.', 'Close all other tabs of Heddle first.', () =>
        location.reload(),
      );
    }
    const { otherTabs } = answer;
    if (otherTabs > 0)
      refuseUpdate('Heddle is open in other tabs.', `Close them first (${otherTabs}), then update.`, offer);
  };

  offer();
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => installing.state === 'installed' && offer());
  });
  lookAgain(registration);
}

/** Says why an update is not possible yet. */
function refuseUpdate(title: string, detail: string, offer: () => void): void {
  notifyPerson({ tone: 'info', stays: true, title, detail, action: { label: 'Try again', run: offer } });
}

const answerSchema: z.ZodType<UpdateAnswer> = z.object({ otherTabs: z.int().nonnegative() });

/**
 * Asks a version to take over. It does so unless other tabs are open. Undefined: it ended meanwhile, or its answer is
 * not understood.
 */
function askToTakeOver(waiting: ServiceWorker): Promise<UpdateAnswer | undefined> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(answerSchema.safeParse(data).data);
    waiting.addEventListener('statechange', () => waiting.state === 'redundant' && resolve(undefined));
    waiting.postMessage(updateRequest, [port2]);
  });
}

/** Checks for a newer version when the person returns to the tab. The browser itself checks only when a page loads. */
function lookAgain(registration: ServiceWorkerRegistration): void {
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < betweenLooks) return;
    looked = Date.now();
    // Offline, no check is possible.
    registration.update().catch(() => undefined);
  });
}
