import { isJsonObject } from '@/base/json';
import type { DocumentStore } from '@/state/document-store';

/**
 * Tells other tabs what this one has stored, and loads what they store of the open workflow. If there are unsaved edits
 * here too, the person is asked instead, because two texts cannot be stored under one name. Returns a function that
 * stops this.
 */
export function followOtherTabs(document: DocumentStore): () => void {
  if (globalThis.BroadcastChannel === undefined) return () => undefined;
  const channel = new BroadcastChannel('heddle.workflows');
  const leave = document.subscribe(({ id, revision }, before) => {
    if (id !== '' && id === before.id && revision > before.revision) channel.postMessage({ id, revision });
  });
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    // Any page of this origin may post here, so the message only names what was stored, and it is read again.
    if (!isJsonObject(data) || !Number.isInteger(data['revision'])) return;
    const { id, revision } = document.getState();
    if (data['id'] !== id || Number(data['revision']) <= revision) return;
    // If it cannot be read now, it is found again before a run.
    document.actions.catchUp().catch(() => undefined);
  };
  return () => {
    leave();
    channel.close();
  };
}
