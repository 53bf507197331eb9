// What the page and its tests read under another name than its own.
import { fileURLToPath } from 'node:url';

/** @param {string} path */
const inRepository = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export const aliases = {
  '@': inRepository('src'),
  // The guide, whose sentences the forms show.
  guide: inRepository('docs/guide'),
  // The YAML worker of Monaco brings prettier, and formats nothing here (editor/code/monaco.ts).
  ...Object.fromEntries(
    ['standalone', 'plugins/yaml', 'plugins/estree'].map((name) => [
      `prettier/${name}`,
      inRepository('src/editor/code/no-prettier.ts'),
    ]),
  ),
  // The first screen holds the canvas, which lets d3 move nothing but the view (editor/canvas/glide.ts).
  ...Object.fromEntries(
    ['d3-transition', 'd3-interpolate'].map((name) => [name, inRepository('src/editor/canvas/glide.ts')]),
  ),
};
