import { downloadBlob } from '@/ui/download-blob';
import type { FilesApi } from '@/worker/border/engine-api';
import { writeZip, type ZipEntry } from './write-zip';

/** A workflow as the text of a named file, and the store that has its files. */
interface Archive {
  readonly name: string;
  readonly text: string;
  readonly workflow: string;
  readonly files: Pick<FilesApi, 'list' | 'read'>;
}

/** Saves a workflow with its files as a ZIP. The files are arranged as in a folder for the command line. */
export async function downloadArchive({ name, text, workflow, files }: Archive): Promise<void> {
  const paths = (await files.list(workflow)).map(({ path }) => path);
  let own = name;
  while (paths.includes(`/${own}`)) own = `workflow-${own}`;
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: own, bytes: new TextEncoder().encode(text) };
    for (const path of paths) {
      const bytes = await files.read(workflow, path);
      if (bytes !== undefined) yield { name: path.slice(1), bytes };
    }
  }
  downloadBlob(`${name.slice(0, name.lastIndexOf('.'))}.zip`, await writeZip(entries()));
}
