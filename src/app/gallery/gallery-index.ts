import type { GraphPicture } from './graph-picture';
import type { Feature } from './shown-features';

/** A workflow of the gallery, as `public/gallery/gallery.json` lists it. `tests/gallery` makes that file. */
export interface GalleryEntry {
  /** Its folder in `public/gallery`, and the start of the names of its workflow and its recording. */
  readonly name: string;
  readonly title: string;
  /** What it is for, in one or two sentences. */
  readonly description: string;
  readonly shows: readonly Feature[];
  /** Names of its tasks, and its models: what the search also looks in. */
  readonly words: string;
  /** Files of the workflow, as absolute paths; they are in its folder. */
  readonly files: readonly string[];
  /** Of the recorded run. */
  readonly figures: {
    readonly tasks: number;
    readonly calls: number;
    readonly tokens: number;
    readonly costUsd: number;
  };
  readonly picture: GraphPicture;
}

/** What a file of the gallery is called from the page. */
export function buildGalleryPath(name: string, path: string): string {
  return `${import.meta.env.BASE_URL}gallery/${name}/${path}`;
}
