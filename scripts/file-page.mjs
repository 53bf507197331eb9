// A plugin of Vite that builds the page for shared runs beside the page: one file with its styles, its fonts and its
// code in it, into which a run is written later (src/share/shared-file.ts).
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { aliases } from './aliases.mjs';
import { licences } from './licences.mjs';

const fileName = 'shared-run.html';

/**
 * @param {() => import('vite').Plugin} collect makes a plugin that looks at what is built into it
 * @returns {import('vite').Plugin}
 */
export function filePage(collect) {
  /** @type {import('vite').ResolvedConfig} */
  let config;
  return {
    name: 'file-page',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    // Before the service worker is built, which names all files.
    async writeBundle() {
      const { root } = config;
      const { outDir, target } = config.build;
      const folder = join(root, 'src/filepage');
      const own = licences();
      const built = await build({
        configFile: false,
        plugins: [react(), collect(), own.collect()],
        root: folder,
        base: './',
        logLevel: 'warn',
        publicDir: false,
        resolve: { alias: aliases },
        build: {
          target,
          write: false,
          // Fonts are in the styles: a file has nothing beside it.
          assetsInlineLimit: Number.MAX_SAFE_INTEGER,
          cssCodeSplit: false,
          modulePreload: false,
          rolldownOptions: { input: join(folder, 'main.tsx'), output: { codeSplitting: false, format: 'es' } },
        },
      });
      const { output } = /** @type {import('vite').Rollup.RollupOutput} */ (Array.isArray(built) ? built[0] : built);
      const page = readFileSync(join(folder, 'index.html'), 'utf8');
      writeFileSync(join(resolve(root, outDir), fileName), joinPage(page, output, own.list()));
    },
  };
}

/**
 * The page with its code and styles in it, and a policy that lets nothing else in: it cannot call out.
 * @param {string} page
 * @param {readonly any[]} output
 * @param {readonly string[]} texts the licences of what is in it, which go where it goes
 */
function joinPage(page, output, texts) {
  const chunks = output.filter(({ type }) => type === 'chunk');
  const styles = output.filter(({ fileName: name }) => name.endsWith('.css'));
  if (chunks.length !== 1 || styles.length !== 1 || output.length !== 2)
    throw new Error(`The page for shared runs is to be one file: ${output.map((one) => one.fileName).join(', ')}.`);
  const code = escapeScript(chunks[0].code.trim());
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const style = String(styles[0].source).replaceAll('</', '<\\/').trim();
  return page
    .replace(
      '<meta charset="utf-8" />',
      () => `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    )
    .replace('"Heddle"', () => `"Heddle ${manifest.version}"`)
    .replace('  </head>', () => `  <style>${style}</style>\n  </head>`)
    .replace('<script type="module" src="./main.tsx"></script>', () => `<script type="module">${code}</script>`)
    .replace(
      '</html>',
      () =>
        `</html>\n<!-- Licences of what is built in\n\n${texts.join('\n').replace(/-{2,}|[<>]/g, writeInComment)}\n-->`,
    );
}

/**
 * What a licence has that a comment may not have, in other signs.
 * @param {string} sign
 */
function writeInComment(sign) {
  if (sign.startsWith('-')) return '='.repeat(sign.length);
  return sign === '<' ? '(' : ')';
}

/**
 * What would end the script element, or begin a comment in it, stands only in texts and patterns, where a code for the
 * sign is the same.
 * @param {string} code
 */
function escapeScript(code) {
  return code.replace(/<(?=\/script|!--|script)/gi, '\\x3C');
}
