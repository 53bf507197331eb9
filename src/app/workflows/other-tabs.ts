import { isJsonObject } from '@/base/json';
import type { DocumentStore } from '@/state/document-store';

/**
 * Tells other tabs what this one has stored, and follows what they store of the open workflow. If there are edits here
 * too, the person is asked instead, as two texts cannot both be kept under one name. Returns how to stop.
 */
export function followOtherTabs(document: DocumentStore): () => void {
  if (globalThis.BroadcastChannel === undefined) return () => undefined;
  const channel = new BroadcastChannel('heddle.workflows');
  const leave = document.subscribe(({ id, revision }, before) => {
    if (id !== '' && id === before.id && revision > before.revision) channel.postMessage({ id, revision });
  });
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    // Anything of this origin may post here: what was stored is only named, and is read anew.
    if (!isJsonObject(data) || !Number.isInteger(data['revision'])) return;
    const { id, revision } = document.getState();
    if (data['id'] !== id || Number(data['revision']) <= revision) return;
    // What cannot be read now is found again before a run.
    document.actions.catchUp().catch(() => undefined);
  };
  return () => {
    leave();
    channel.close();
  };
}
