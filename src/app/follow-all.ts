import type { AppStores } from '@/state/context';
import { followOutlook } from '@/state/follow-outlook';
import { followGivenInputs } from '@/state/give-inputs';
import { followFiles } from './folder/follow-files';
import { takeLaunchedFiles } from './folder/launched-files';
import { followVersions } from './offline/follow-versions';
import { readRunMarks } from './open-tabs/tabs-store';
import { followOtherRuns } from './tab/follow-other-runs';
import { followRunNews } from './tab/follow-run';
import { followTab } from './tab/follow-tab';

/** Begins all that the app follows once the first screen stands, and shows how the run is in the tab. */
export function followAll(stores: AppStores): void {
  followTab(stores);
  followRunNews(stores);
  followOtherRuns(stores);
  followGivenInputs(stores);
  followOutlook(stores.outlook, stores.document, stores.given, stores.services);
  void readRunMarks(stores.services.tabs, stores.services.runner).catch(() => undefined);
}

/** Begins what can wait until all code is there: files on the disk and that open here, newer versions of the page. */
export async function followOutside(stores: AppStores): Promise<void> {
  followFiles(stores);
  if ('launchQueue' in window) takeLaunchedFiles(stores);
  // The dev server has no service worker.
  if (import.meta.env.PROD) await followVersions(stores);
}
