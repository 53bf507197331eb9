// Plugins of Vite that write `licences.md` beside what is built: the licences of all packages of which something was
// bundled. Vite's own `build.license` leaves out what only workers and the service worker load.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const fileName = 'licences.md';

/**
 * `collect` belongs to every build of which something is shipped, `write` after all of them to the main one.
 * @returns {{ collect: () => import('vite').Plugin, write: import('vite').Plugin }}
 */
export function licences() {
  /** @type {Map<string, string>} */
  const packages = new Map();
  let folder = '';
  return {
    collect: () => ({
      name: 'collect-licences',
      apply: 'build',
      generateBundle(_options, bundle) {
        // A font is no module.
        const assets = Object.values(bundle).flatMap((file) => (file.type === 'asset' ? file.originalFileNames : []));
        for (const id of [...this.getModuleIds(), ...assets.map((path) => resolve(path))]) {
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
          const texts = [...new Set(packages.values())].sort();
          writeFileSync(join(folder, fileName), `# Licences of what is built in\n\n${texts.join('\n')}`);
        },
      },
    },
  };
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
