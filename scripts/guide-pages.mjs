// A plugin of Vite that serves the guide with the page: `docs/guide/*.md` and the glossary become `guide/*.html`, with
// their pictures. The service worker keeps the pages with the app, so that help works offline, and pictures once they
// were looked at.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Marked } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';

const guide = 'docs/guide';
const glossary = 'docs/GLOSSARY.md';
const images = 'docs/images';

/** The file that has all pages by their paths. */
const allPages = 'guide/pages.json';

/** What a guide page may do: show itself. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/** @type {Record<string, string>} */
const types = { html: 'text/html', css: 'text/css', webp: 'image/webp' };

/** @returns {import('vite').Plugin} */
export function guidePages() {
  return {
    name: 'guide-pages',
    generateBundle() {
      for (const [path, source] of guideFiles()) this.emitFile({ type: 'asset', fileName: path, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
        const source = path.startsWith('guide/') ? guideFiles().get(path) : undefined;
        if (source === undefined) return next();
        response.setHeader('Content-Type', types[path.slice(path.lastIndexOf('.') + 1)] ?? 'text/plain');
        response.end(source);
      });
    },
  };
}

/**
 * Every file of the served guide by its path.
 * @returns {Map<string, string | Buffer>}
 */
function guideFiles() {
  const names = readdirSync(guide).filter((name) => name.endsWith('.md'));
  const pages = names.map((name) => ({ name, text: readFileSync(`${guide}/${name}`, 'utf8') }));
  pages.push({ name: 'GLOSSARY.md', text: readFileSync(glossary, 'utf8').replaceAll('](guide/', '](') });
  const order = readFileSync(`${guide}/README.md`, 'utf8');
  const nav = [...order.matchAll(/^\s*(?:[-*]|\d+\.) \[([^\]]+)\]\(([^)#]+\.md)\)/gm)].map(
    ([, title = '', path = '']) => ({
      title,
      file: pageName(path),
    }),
  );
  /** @type {Map<string, string | Buffer>} */
  const files = new Map();
  for (const { name, text } of pages) files.set(`guide/${pageName(name)}`, pageOf(pageName(name), text, nav));
  // All pages in one file, which the service worker keeps: a file costs a browser time, however small it is.
  files.set(allPages, JSON.stringify(Object.fromEntries(files)));
  const css = ['src/ui/theme/tokens.css', 'scripts/guide.css'].map((path) => readFileSync(path, 'utf8')).join('\n');
  files.set('guide/guide.css', css);
  if (existsSync(images)) {
    for (const name of readdirSync(images)) files.set(`guide/images/${name}`, readFileSync(`${images}/${name}`));
  }
  return files;
}

/** `../GLOSSARY.md` → `glossary.html`, `README.md` → `index.html`. @param {string} path */
function pageName(path) {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
  return name === 'README' ? 'index.html' : `${name.toLowerCase()}.html`;
}

/**
 * @param {string} file
 * @param {string} text
 * @param {readonly { title: string, file: string }[]} nav
 */
function pageOf(file, text, nav) {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? 'Guide';
  const own = text
    .replaceAll('../images/', 'images/')
    .replace(/\]\(([\w./-]+\.md)(#[\w-]*)?\)/g, (whole, path, anchor = '') =>
      leadsIntoGuide(path) ? `](${pageName(path)}${anchor})` : whole.replace(/\]\(.*\)$/, '](index.html)'),
    );
  const body = new Marked(gfmHeadingId()).parse(own, { async: false });
  const links = nav
    .map(
      (page) => `<li><a href="${page.file}"${page.file === file ? ' aria-current="page"' : ''}>${page.title}</a></li>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en-GB" data-theme="light">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="../icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="guide.css">
<title>${title.replaceAll('<', '&lt;')} · Heddle</title>
<script src="../theme.js"></script>
</head>
<body>
<nav aria-label="Guide"><a class="home" href="index.html">Heddle, a guide</a><ol>${links}</ol></nav>
<main>${body}</main>
</body>
</html>
`;
}

/** @param {string} path */
function leadsIntoGuide(path) {
  return !path.includes('/') || path === '../GLOSSARY.md';
}
