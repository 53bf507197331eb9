// What a page of the guide does beyond being read: it searches all pages, copies code, and follows Heddle's theme.
// Served as it stands; without scripts the pages can be read all the same.

/** @typedef {import('./guide-text.mjs').GuideSection} GuideSection */

const mostRows = 12;

/** What stands under each heading of the guide, once it was searched. @type {Promise<GuideSection[]> | undefined} */
let sections;
function loadSections() {
  sections ??= fetch('sections.json').then((response) => response.json());
  return sections;
}

/**
 * Where a word begins in a text with these letters, or -1.
 * @param {string} text
 * @param {string} letters
 */
function findBeginning(text, letters) {
  return text.search(new RegExp(`(?<![\\p{L}\\p{N}])${escapeForm(letters)}`, 'iu'));
}

/** @param {string} letters */
function escapeForm(letters) {
  return letters.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * How well a section fits the words: 0 if one is missing; a word in its heading counts most.
 * @param {GuideSection} section
 * @param {readonly string[]} words
 */
function scoreSection({ title, heading, text }, words) {
  let score = findBeginning(`${heading} ${text}`, words.join(' ')) < 0 ? 0 : 3;
  for (const word of words) {
    const inHeading = findBeginning(heading, word);
    const isInTitle = findBeginning(title, word) >= 0;
    const isInText = findBeginning(text, word) >= 0;
    if (inHeading < 0 && !isInTitle && !isInText) return 0;
    score += (inHeading === 0 ? 6 : inHeading > 0 ? 4 : 0) + (isInTitle ? 2 : 0) + (isInText ? 1 : 0);
  }
  return score;
}

/**
 * The words around the first that was found, with what was found marked.
 * @param {string} text
 * @param {readonly string[]} words
 */
function createExcerpt(text, words) {
  const whole = findBeginning(text, words.join(' '));
  const at = Math.max(0, (whole < 0 ? findBeginning(text, words[0] ?? '') : whole) - 40);
  const part = `${at > 0 ? '…' : ''}${text.slice(at, at + 130)}${text.length > at + 130 ? '…' : ''}`;
  const form = new RegExp(`(?<![\\p{L}\\p{N}])(${words.map(escapeForm).join('|')})`, 'iu');
  const excerpt = document.createElement('span');
  for (const [index, piece] of part.split(form).entries()) {
    const node = document.createElement(index % 2 === 1 ? 'mark' : 'span');
    node.textContent = piece;
    excerpt.append(node);
  }
  return excerpt;
}

/**
 * @param {GuideSection} section
 * @param {readonly string[]} words
 */
function createRow({ file, id, title, heading, text }, words) {
  const link = document.createElement('a');
  link.href = `${file}${id === '' ? '' : `#${id}`}`;
  const place = document.createElement('b');
  place.textContent = id === '' ? title : `${title} › ${heading}`;
  link.append(place, createExcerpt(text, words));
  const row = document.createElement('li');
  row.append(link);
  return row;
}

/**
 * Shows below the field of search which sections have all of its words.
 * @param {HTMLInputElement} field
 * @param {HTMLElement} found
 */
async function showFound(field, found) {
  const query = field.value.trim().toLowerCase();
  const words = query.split(/\s+/).filter(Boolean);
  found.hidden = words.length === 0;
  if (words.length === 0) return;
  const count = document.createElement('p');
  count.setAttribute('role', 'status');
  const rows = document.createElement('ul');
  try {
    const scored = (await loadSections()).map((section) => ({ section, score: scoreSection(section, words) }));
    const fitting = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
    const all = fitting.length > mostRows ? `The first ${mostRows} of ${fitting.length}` : `${fitting.length} found`;
    count.textContent = fitting.length === 0 ? 'Nothing has all of these words.' : all;
    rows.append(...fitting.slice(0, mostRows).map(({ section }) => createRow(section, words)));
  } catch {
    sections = undefined;
    count.textContent = 'What can be found could not be loaded. Check the connection, and type again.';
  }
  // Something else may have been typed meanwhile.
  if (field.value.trim().toLowerCase() === query) found.replaceChildren(count, rows);
}

/**
 * Goes from the field through what was found, and back.
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} field
 * @param {HTMLElement} found
 */
function moveInFound(event, field, found) {
  const links = [...found.querySelectorAll('a')];
  const at = [...links].findIndex((link) => link.matches(':focus'));
  if (event.key === 'Escape') {
    field.focus();
    found.hidden = true;
  } else if (event.key === 'Enter' && document.activeElement === field) links[0]?.click();
  else if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus();
  else if (event.key === 'ArrowUp') (links[at - 1] ?? field).focus();
  else return;
  event.preventDefault();
}

function startSearch() {
  const search = document.querySelector('search');
  const field = search?.querySelector('input');
  const found = search?.querySelector('div');
  if (!(search instanceof HTMLElement) || !field || !found) return;
  search.hidden = false;
  const isInside = (/** @type {EventTarget | null} */ target) => target instanceof Node && search.contains(target);
  field.addEventListener('input', () => showFound(field, found));
  search.addEventListener('keydown', (event) => moveInFound(event, field, found));
  search.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget !== null && !isInside(relatedTarget)) found.hidden = true;
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (!isInside(target)) found.hidden = true;
    else if (target === field && field.value !== '') found.hidden = false;
  });
  found.addEventListener('click', () => {
    found.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    const isChord = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isChord && (event.key !== '/' || event.target === field)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

/**
 * Copies a block of code; selects it where a page may not copy, as over plain http.
 * @param {Element} code
 * @param {HTMLButtonElement} button
 */
async function copyCode(code, button) {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    button.textContent = 'Copied';
  } catch {
    getSelection()?.selectAllChildren(code);
    button.textContent = 'Selected';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}

function addCopyButtons() {
  for (const block of document.querySelectorAll('pre')) {
    const frame = document.createElement('div');
    frame.className = 'code';
    block.replaceWith(frame);
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', () => copyCode(block.querySelector('code') ?? block, button));
    frame.append(block, button);
  }
}

/** What scrolls can be scrolled by keys. */
function letKeysScroll() {
  for (const block of document.querySelectorAll('pre, table, nav.pages, nav.contents')) {
    const isLarger = block.scrollWidth > block.clientWidth || block.scrollHeight > block.clientHeight;
    if (isLarger && block instanceof HTMLElement) block.tabIndex = 0;
  }
}

/** Brings this page into sight in the list at the side, and marks the heading that is read in the contents. */
function followPlace() {
  const list = document.querySelector('nav.pages');
  const here = list?.querySelector('a[aria-current]');
  if (list && here instanceof HTMLElement) list.scrollTop = here.offsetTop - list.clientHeight / 2;
  const links = [...document.querySelectorAll('nav.contents a')];
  const headings = [...document.querySelectorAll('article :is(h2, h3)')];
  const markHeading = () => {
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top < 140) ?? headings[0];
    for (const link of links) {
      if (link.getAttribute('href') === `#${read?.id}`) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', markHeading, { passive: true });
  markHeading();
}

/** The address of a section that has its own page now leads there, as its page of before still lists it. */
function followMovedSection() {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id === '' || document.getElementById(id) !== null) return;
  const moved = document.querySelector(`article a[href$="#${CSS.escape(id)}"]:not([href^="#"])`);
  if (moved instanceof HTMLAnchorElement) location.replace(moved.href);
}

/** Another theme that is chosen in Heddle holds here at once. */
function followTheme() {
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'heddle.view' || newValue === null) return;
    const { theme } = JSON.parse(newValue);
    const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
  });
}

/** A workflow that a page names opens in Heddle; without scripts it is shown as text. */
function openWorkflows() {
  for (const link of document.querySelectorAll('article a')) {
    if (!(link instanceof HTMLAnchorElement) || !/\/tutorial\/[\w-]+\.(yaml|xml)$/.test(link.href)) continue;
    link.href = `../#open=${encodeURIComponent(link.href)}`;
    link.textContent = `Open ${link.textContent} in Heddle`;
  }
}

followMovedSection();
startSearch();
openWorkflows();
addCopyButtons();
letKeysScroll();
followPlace();
followTheme();
