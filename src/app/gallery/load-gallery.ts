import { AppError } from '@/base/errors';
import type { GalleryEntry } from './gallery-index';
import { buildGalleryPath } from './gallery-index';

/** Fetches a file of the gallery. Throws `FILE_REFUSED` if the server does not have it. */
async function fetchFile(name: string, path: string): Promise<Response> {
  const response = await fetch(buildGalleryPath(name, path));
  if (response.ok) return response;
  throw new AppError('FILE_REFUSED', `“${path}” of the gallery could not be loaded (${response.status}).`, {
    advice: 'Check the connection, and load the page again.',
  });
}

/** The workflows of the gallery. Throws `FILE_REFUSED`, or what `fetch` throws without a network. */
export async function loadGallery(): Promise<readonly GalleryEntry[]> {
  const response = await fetchFile('.', 'gallery.json');
  return (await response.json()) as readonly GalleryEntry[];
}

/** A workflow of the gallery with the recording of a run, and its files. */
export interface GalleryWorkflow {
  readonly text: string;
  readonly recording: Blob;
  /** Where tests of the workflow find the recording. */
  readonly recordingPath: string;
  readonly files: readonly { readonly path: string; readonly content: Uint8Array }[];
}

/** Loads one workflow. Errors: those of {@link loadGallery}. */
export async function loadGalleryWorkflow({ name, files }: GalleryEntry): Promise<GalleryWorkflow> {
  const recordingName = `${name}.recording.jsonl`;
  const [workflow, recording, ...contents] = await Promise.all(
    [`${name}.heddle.yaml`, recordingName, ...files.map((path) => path.slice(1))].map((path) => fetchFile(name, path)),
  );
  return {
    text: (await workflow?.text()) ?? '',
    recording: (await recording?.blob()) ?? new Blob(),
    recordingPath: `/${recordingName}`,
    files: await Promise.all(
      contents.map(async (response, index) => ({
        path: files[index] ?? '',
        content: new Uint8Array(await response.arrayBuffer()),
      })),
    ),
  };
}
