import { useState } from 'react';
import { toFailure } from '@/base/errors';
import { useRun, useStores } from '@/state/context';
import { payloadBlob } from '@/state/payload-blob';
import { downloadBlob } from '@/ui/download-blob';
import { notify } from '@/ui/toast';

/** Saves a stored output as a file, whole. */
export function useDownload() {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId);
  const [busy, setBusy] = useState(false);
  const download = async (blob: string, file: string) => {
    if (executionId === undefined) return;
    setBusy(true);
    try {
      const found = await payloadBlob(services.runner, executionId, blob);
      if (found === undefined) notify({ tone: 'error', title: 'The text is not stored any more.' });
      else downloadBlob(file, found);
    } catch (error) {
      const { message, advice } = toFailure(error);
      notify({ tone: 'error', title: message, detail: advice });
    } finally {
      setBusy(false);
    }
  };
  return { busy, download };
}
