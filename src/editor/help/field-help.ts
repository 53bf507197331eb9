import language from 'guide/language.md?raw';
import { convertToSnakeCase } from '@/base/snake-case';
import type { DocumentPath } from '@/workflow/diagnostic';
import { isTaskType, type TaskType } from '@/workflow/tasks';

/** What the guide says of a field: its sentence as Markdown, and the anchor of the section that it is from. */
export interface FieldHelp {
  readonly sentence: string;
  readonly anchor: string;
}

/** The rows of the tables of `docs/guide/language.md`: by the heading above them, then by the field's path. */
type Sections = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Headings of the sections that describe one task type each. */
const headingOfType: { readonly [K in TaskType]?: string } = {
  map: 'map and reduce',
  reduce: 'map and reduce',
};

const sections: Sections = readSections(language);

/** The headings below *Fields of every task*. */
const taskHeadings: readonly string[] = listHeadingsBetween('Fields of every task', 'Task types');

/**
 * What the guide says of a field. `path`: of the field, from its task or from the document, such as `['voting', 'k']`.
 * `type`: of the task that it belongs to; undefined: none. Returns undefined if the guide has no row for it.
 */
export function findFieldHelp(path: DocumentPath, type: string | undefined): FieldHelp | undefined {
  const keys = path.map((key) => convertToSnakeCase(String(key)));
  return type === undefined ? findSettingsHelp(keys) : findTaskHelp(keys, type);
}

function findSettingsHelp(keys: readonly string[]): FieldHelp | undefined {
  const [root = '', , ...inner] = keys;
  const named: Readonly<Record<string, string>> = { agents: 'Agents', tools: 'Tools', library: 'Library' };
  const heading = named[root];
  if (heading !== undefined && inner.length > 0) return findHelpRow([heading], inner) ?? findHelpRow(['Tools'], inner);
  const headings = ['Limits', 'Compaction', 'Checkpoint, retention and hooks', ...taskHeadings, 'The document'];
  return findHelpRow(headings, keys);
}

function findTaskHelp(keys: readonly string[], type: string): FieldHelp | undefined {
  const own = isTaskType(type) ? (headingOfType[type] ?? type) : type;
  return findHelpRow([own, ...taskHeadings, 'Limits', 'Agents', 'director_evaluator'], keys);
}

/** The row for the longest end of a path that one of the sections has; those named first win. */
function findHelpRow(headings: readonly string[], keys: readonly string[]): FieldHelp | undefined {
  for (let from = 0; from < keys.length; from += 1) {
    const field = keys.slice(from).join('.');
    for (const heading of headings) {
      const sentence = sections.get(heading)?.get(field);
      if (sentence !== undefined) return { sentence, anchor: buildAnchor(heading) };
    }
  }
  // What is inside a field that is described as a whole.
  return keys.length > 1 ? findHelpRow(headings, keys.slice(0, -1)) : undefined;
}

function readSections(text: string): Sections {
  const found = new Map<string, Map<string, string>>();
  let heading = '';
  for (const line of text.split('\n')) {
    const title = /^#+ (.+)$/.exec(line)?.[1];
    if (title !== undefined) heading = title;
    const [, fields = '', sentence = ''] = /^\| (`[^|]+`) \| (.+?) \|/.exec(line.replaceAll('\\|', '∣')) ?? [];
    for (const [, field = ''] of fields.matchAll(/`([\w.]+)`/g)) {
      const rows = found.get(heading) ?? new Map<string, string>();
      if (!rows.has(field)) rows.set(field, sentence.replaceAll('∣', '|'));
      found.set(heading, rows);
    }
  }
  return found;
}

function listHeadingsBetween(first: string, last: string): readonly string[] {
  const titles = [...language.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
  return titles.slice(titles.indexOf(first) + 1, titles.indexOf(last));
}

function buildAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
