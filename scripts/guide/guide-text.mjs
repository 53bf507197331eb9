// The texts of the guide: which pages there are, in which groups, and what stands under each of their headings.
import { readdirSync, readFileSync } from 'node:fs';
import { Marked } from 'marked';
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id';

const guide = 'docs/guide';

/**
 * @typedef {object} GuideText a page: the file it is served as, its title, its body as HTML, and its headings
 * @property {string} file
 * @property {string} title
 * @property {string} body
 * @property {readonly { level: number, id: string, text: string }[]} headings
 */

/**
 * @typedef {object} GuideSection what stands under one heading, for searches
 * @property {string} file
 * @property {string} title of the page
 * @property {string} id of the heading; empty: the beginning of the page
 * @property {string} heading
 * @property {string} text
 */

/**
 * Every page of the guide, rendered.
 * @returns {readonly GuideText[]}
 */
export function readGuideTexts() {
  return readdirSync(guide)
    .filter((name) => name.endsWith('.md'))
    .map((name) => renderGuideText(nameGuidePage(name), readFileSync(`${guide}/${name}`, 'utf8')));
}

/**
 * The pages in the order and in the groups of the first page: its second-level headings and the links of its lists.
 * @returns {readonly { title: string, pages: readonly { title: string, file: string }[] }[]}
 */
export function readGuideGroups() {
  const [, ...parts] = readFileSync(`${guide}/README.md`, 'utf8').split(/^## /m);
  return parts
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')).trim(),
      pages: [...part.matchAll(/^\s*(?:[-*]|\d+\.) \[([^\]]+)\]\(([^)#]+\.md)\)/gm)].map(
        ([, title = '', path = '']) => ({ title, file: nameGuidePage(path) }),
      ),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/**
 * What stands under each heading of a page, without its marks.
 * @param {GuideText} page
 * @returns {readonly GuideSection[]}
 */
export function listGuideSections({ file, title, body, headings }) {
  const starts = headings.map(({ id }) => body.indexOf(` id="${id}">`));
  return headings.map(({ id, level, text: heading }, index) => {
    const from = body.indexOf('</h', starts[index]);
    const html = body.slice(from, starts[index + 1] ?? body.length);
    return { file, title, id: level === 1 ? '' : id, heading, text: readPlainText(html.slice(html.indexOf('>') + 1)) };
  });
}

/** `README.md` → `index.html`, `canvas.md` → `canvas.html`. @param {string} path */
function nameGuidePage(path) {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
  return name === 'README' ? 'index.html' : `${name.toLowerCase()}.html`;
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {GuideText}
 */
function renderGuideText(file, text) {
  const own = text
    .replaceAll('../images/', 'images/')
    .replaceAll('../../public/', '../')
    .replace(/\]\(([\w-]+\.md)(#[\w-]*)?\)/g, (_, path, anchor = '') => `](${nameGuidePage(path)}${anchor})`);
  // A cell without a text heads nothing.
  const body = new Marked(gfmHeadingId()).parse(own, { async: false }).replace(/<th([^>]*)><\/th>/g, '<td$1></td>');
  const headings = getHeadingList().map(({ level, id, text: heading }) => ({
    level,
    id,
    text: readPlainText(heading),
  }));
  return { file, title: headings[0]?.text ?? 'Guide', body: showThemedPictures(body), headings };
}

/**
 * Each picture once for each theme, of which the page shows the one that fits the theme that was chosen in Heddle: the
 * `media` of a source knows only that of the system. A picture that is not shown is not fetched.
 * @param {string} html
 */
function showThemedPictures(html) {
  const form = /<picture>\s*<source [^>]*srcset="([^"]+)">\s*<img alt="([^"]*)" src="([^"]+)">\s*<\/picture>/g;
  return html.replace(
    form,
    (_, dark, alt, light) =>
      `<img class="in-light" loading="lazy" alt="${alt}" src="${light}">` +
      `<img class="in-dark" loading="lazy" alt="${alt}" src="${dark}">`,
  );
}

/** @param {string} html */
function readPlainText(html) {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,:;)])/g, '$1')
    .trim();
}
