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
  /** @type {Map<string, Licence>} */
  const packages = new Map();
  let folder = '';
  const list = () => joinLicences([...packages.values()]);
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
  const files = readdirSync(root).filter((file) => /^(licence|license|copying|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8').trim());
  return { title: `${name} ${version} (${license})`, text: texts.join('\n\n') };
}

/**
 * @typedef {{ readonly title: string, readonly text: string }} Licence what a package is, and all that it says of its
 *   licence
 */

/**
 * Each licence once, after the packages that have it, with who wrote these: a text that many share is written once.
 * @param {readonly Licence[]} packages
 */
export function joinLicences(packages) {
  /** @type {Map<string, { readonly titles: Set<string>, readonly body: string }>} */
  const groups = new Map();
  for (const { title, text } of [...packages].sort((a, b) => (a.title < b.title ? -1 : 1))) {
    const lines = text.split('\n');
    const body = lines.filter((line) => !isOwner(line)).join('\n');
    const key = body.replace(licenceName, '').replace(/[^A-Za-z0-9]/g, '');
    const group = groups.get(key) ?? { titles: new Set(), body: body.trim() };
    groups.set(key, group);
    group.titles.add([`## ${title}`, ...lines.filter(isOwner).map((line) => line.trim())].join('\n'));
  }
  return [...groups.values()].map(({ titles, body }) => {
    const text = body === '' ? '' : `\n\`\`\`\`text\n${body}\n\`\`\`\`\n`;
    return `${[...titles].join('\n')}\n${text}`;
  });
}

/** @param {string} line whether it says who has the rights, which is all in which many texts differ */
const isOwner = (line) => /^\s*copyright\s+(?:\(c\)|©|\d)/i.test(line);

/** The name of the licence above its text, which some write and others do not. */
const licenceName = /^\W*(?:the )?MIT license\b(?: \(MIT\))?\W*/i;
