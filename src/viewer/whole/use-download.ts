import { useRun, useStores } from '@/state/context';
import { readPayloadBlob } from '@/state/payload-blob';
import { useAttempt } from '@/ui/attempt';
import { downloadBlob } from '@/ui/download-blob';
import { notifyPerson } from '@/ui/overlay/toast';

/** Saves a whole stored output as a file. */
export function useDownload() {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId);
  const { busy, start } = useAttempt();
  const download = async (blob: string, file: string) => {
    if (executionId === undefined) return;
    await start(async () => {
      const found = await readPayloadBlob(services.runner, executionId, blob);
      if (found === undefined)
        notifyPerson({ tone: 'error', id: 'no-text', title: 'The text is not stored any more.' });
      else downloadBlob(file, found);
    });
  };
  return { busy, download };
}
