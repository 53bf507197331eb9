import { openIdbStores } from '@/storage/idb/open-idb-stores';
import { inChunks, logText, megabytesPerSecond, pack } from './log-text';

type Figures = Readonly<Record<string, number>>;

const output = logText(10_000_000);
const chunks = inChunks(output);
const opened = openIdbStores({ name: 'bench', now: Date.now });

const subjects: Readonly<Record<string, () => Promise<Figures>>> = {
  pack: async () => ({ 'MB/s': await megabytesPerSecond(output, () => pack(chunks)) }),
  store: async () => {
    const { blobs } = await opened;
    const writer = blobs.open('e1', { maxBytes: 104_857_600, compress: true });
    const writing = await megabytesPerSecond(output, async () => {
      for (const chunk of chunks) await writer.write(chunk);
      ref = (await writer.close()).hash;
    });
    const reading = await megabytesPerSecond(output, async () => {
      for await (const _page of (await blobs.stream('e1', ref)) ?? []);
    });
    await blobs.remove('e1', ref);
    return { 'MB/s': writing, 'reading, MB/s': reading };
  },
};
let ref = '';

addEventListener('message', async ({ data }: MessageEvent<string>) => {
  postMessage(await subjects[data]?.());
});
