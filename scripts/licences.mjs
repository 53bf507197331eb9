// Plugins of Vite that write `licences.md` beside what is built: the licences of all packages of which something was
// bundled. Vite's own `build.license` leaves out what only workers and the service worker load.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const fileName = 'licences.md';

/**
 * `collect` belongs to every build of which something is shipped, `write` after all of them to the main one.
 * `list` gives what was collected so far.
 * @returns {{ collect: () => import('vite').Plugin, write: import('vite').Plugin, list: () => string[] }}
 */
export function licences() {
  /** @type {Map<string, string>} */
  const packages = new Map();
  let folder = '';
  const list = () => [...new Set(packages.values())].sort();
  return {
    list,
    collect: () => ({
      name: 'collect-licences',
      apply: 'build',
      generateBundle(_options, bundle) {
        // A font is no module.
        const assets = Object.values(bundle).flatMap((file) => (file.type === 'asset' ? file.originalFileNames : []));
        const modules = [...this.getModuleIds()];
        for (const id of [...modules, ...assets.map((path) => resolve(path)), ...modules.flatMap(listFonts)]) {
          const root = packageOf(id);
          if (root !== undefined && !packages.has(root)) packages.set(root, licenceOf(root));
        }
      },
    }),
    write: {
      name: 'write-licences',
      apply: 'build',
      configResolved({ root, build }) {
        folder = resolve(root, build.outDir);
      },
      closeBundle: {
        order: 'post',
        sequential: true,
        handler() {
          if (!existsSync(folder)) return;
          writeFileSync(join(folder, fileName), `# Licences of what is built in\n\n${list().join('\n')}`);
        },
      },
    },
  };
}

/**
 * The fonts that a style sheet of this project names: where they are written into it, they are no files of the bundle.
 * @param {string} id
 */
function listFonts(id) {
  if (!id.endsWith('.css') || id.includes('node_modules') || !existsSync(id)) return [];
  const found = readFileSync(id, 'utf8').matchAll(/url\("?(@fontsource[^")]+)/g);
  return Array.from(found, ([, path = '']) => resolve('node_modules', path));
}

/**
 * The folder of the package that a module is from.
 * @param {string} id
 */
function packageOf(id) {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
}

/** @param {string} root */
function licenceOf(root) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const files = readdirSync(root).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8').trim());
  const text = texts.length === 0 ? '' : `\n\`\`\`\`text\n${texts.join('\n\n')}\n\`\`\`\`\n`;
  return `## ${name} ${version} (${license})\n${text}`;
}
