import type { AppStores } from './context';

/** Has the workers make ready for a run of the open workflow as it is now. Whether they can is told by the run. */
export function prepareRun({ services }: Pick<AppStores, 'services'>): void {
  services.documents.prepareRun().catch(() => undefined);
}
