// A plugin of Vite that serves the guide with the page: `docs/guide/*.md` become `guide/*.html`, with their pictures.
// The service worker keeps the pages with the app, so that help works offline, and pictures once they were looked at.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { listGuideSections, readGuideGroups, readGuideTexts } from './guide/guide-text.mjs';

/** @typedef {import('./guide/guide-text.mjs').GuideText} GuideText */
/** @typedef {ReturnType<typeof readGuideGroups>} GuideGroups */

const images = 'docs/images';

/** The file that has all pages by their paths. */
const allPages = 'guide/pages.json';

/** The file that has what stands under each heading, for the searches of the guide and of the app. */
const allSections = 'guide/sections.json';

/** What a guide page may do: show itself, and search the guide. */
const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'",
  "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
].join('; ');

/** @type {Record<string, string>} */
const types = {
  ...{ html: 'text/html', css: 'text/css', js: 'text/javascript', json: 'application/json' },
  webp: 'image/webp',
};

/** @returns {import('vite').Plugin} */
export function guidePages() {
  return {
    name: 'guide-pages',
    generateBundle() {
      for (const [path, source] of buildGuideFiles()) this.emitFile({ type: 'asset', fileName: path, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
        const source = path.startsWith('guide/') ? buildGuideFiles().get(path) : undefined;
        if (source === undefined) return next();
        const type = types[path.slice(path.lastIndexOf('.') + 1)] ?? 'text/plain';
        response.setHeader('Content-Type', type === 'image/webp' ? type : `${type}; charset=utf-8`);
        response.end(source);
      });
    },
  };
}

/**
 * Every file of the served guide by its path.
 * @returns {Map<string, string | Buffer>}
 */
export function buildGuideFiles() {
  const texts = readGuideTexts();
  const groups = readGuideGroups();
  /** @type {Map<string, string | Buffer>} */
  const files = new Map();
  for (const text of texts) files.set(`guide/${text.file}`, buildPage(text, groups));
  // All pages in one file, which the service worker keeps: a file costs a browser time, however small it is.
  files.set(allPages, JSON.stringify(Object.fromEntries(files)));
  files.set(allSections, JSON.stringify(texts.flatMap(listGuideSections)));
  const css = ['src/ui/theme/tokens.css', 'scripts/guide/guide.css'].map((path) => readFileSync(path, 'utf8'));
  files.set('guide/guide.css', css.join('\n'));
  files.set('guide/guide.js', readFileSync('scripts/guide/guide.js', 'utf8'));
  if (existsSync(images)) {
    for (const name of readdirSync(images)) files.set(`guide/images/${name}`, readFileSync(`${images}/${name}`));
  }
  return files;
}

/**
 * @param {GuideText} text
 * @param {GuideGroups} groups
 */
function buildPage({ file, title, body, headings }, groups) {
  const name = file === 'index.html' ? 'Heddle, a guide' : `${escapeHtml(title)} · Heddle`;
  return `<!doctype html>
<html lang="en-GB" data-theme="light">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="../icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="guide.css">
<title>${name}</title>
<script src="../theme.js"></script>
<script src="guide.js" defer></script>
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header class="bar">
<a class="home" href="index.html">Heddle, a guide</a>
<search hidden><input type="search" aria-label="Search the guide" placeholder="Search the guide" autocomplete="off"
 spellcheck="false"><kbd aria-hidden="true">/</kbd><div class="found" hidden></div></search>
<a class="all" href="#pages">All pages</a>
<a class="app" href="../">Open Heddle</a>
</header>
<div class="page">
<main id="text" tabindex="-1">
${buildContents(headings)}
<article>
${body}
</article>
${buildNeighbours(file, groups)}
</main>
${buildSideBar(file, groups)}
</div>
</body>
</html>
`;
}

/**
 * The pages in their groups; that of this page is marked.
 * @param {string} file
 * @param {GuideGroups} groups
 */
function buildSideBar(file, groups) {
  const lists = groups.map(({ title, pages }) => {
    const links = pages.map(
      (page) =>
        `<li><a href="${page.file}"${page.file === file ? ' aria-current="page"' : ''}>${escapeHtml(page.title)}</a></li>`,
    );
    return `<details open><summary>${escapeHtml(title)}</summary><ul>${links.join('\n')}</ul></details>`;
  });
  return `<nav id="pages" class="pages" aria-label="Guide">${lists.join('\n')}</nav>`;
}

/**
 * The headings of a page, beside its text.
 * @param {GuideText['headings']} headings
 */
function buildContents(headings) {
  const inner = headings.filter(({ level }) => level === 2 || level === 3);
  if (inner.length < 2) return '';
  const links = inner.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-labelledby="contents"><p id="contents">On this page</p><ul>${links.join('\n')}</ul></nav>`;
}

/**
 * Links to the pages before and after this one.
 * @param {string} file
 * @param {GuideGroups} groups
 */
function buildNeighbours(file, groups) {
  const pages = [{ title: 'Heddle, a guide', file: 'index.html' }, ...groups.flatMap((group) => group.pages)];
  const at = pages.findIndex((page) => page.file === file);
  if (at < 0) return '';
  const link = (/** @type {number} */ index, /** @type {string} */ word, /** @type {string} */ rel) => {
    const page = pages[index];
    return page === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="${page.file}"><span>${word}</span> ${escapeHtml(page.title)}</a>`;
  };
  return `<nav class="neighbours" aria-label="Previous and next page">
${link(at - 1, 'Previous', 'prev')}
${link(at + 1, 'Next', 'next')}
</nav>`;
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
