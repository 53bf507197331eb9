import language from 'guide/language.md?raw';
import taskFields from 'guide/language-tasks.md?raw';
import types from 'guide/language-types.md?raw';
import { convertToSnakeCase } from '@/base/snake-case';
import type { GuidePage } from '@/ui/guide';
import type { DocumentPath } from '@/workflow/diagnostic';
import { isTaskType, type TaskType } from '@/workflow/tasks';

/** What the guide says of a field: its sentence as Markdown, and the page and anchor of the section that it is from. */
export interface FieldHelp {
  readonly sentence: string;
  readonly page: GuidePage;
  readonly anchor: string;
}

/** A section of the guide: its page, and the rows of its tables by the path of their field. */
interface Section {
  readonly page: GuidePage;
  readonly rows: Map<string, string>;
}

/** The sections that describe fields, by their headings. */
type Sections = ReadonlyMap<string, Section>;

/** Headings of the sections that describe one task type each. */
const headingOfType: { readonly [K in TaskType]?: string } = {
  map: 'map and reduce',
  reduce: 'map and reduce',
};

const sections: Sections = new Map([
  ...readSections('language', language),
  ...readSections('language-tasks', taskFields),
  ...readSections('language-types', types),
]);

const taskHeadings: readonly string[] = [...taskFields.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);

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
      const section = sections.get(heading);
      const sentence = section?.rows.get(field);
      if (section !== undefined && sentence !== undefined) {
        return { sentence, page: section.page, anchor: buildAnchor(heading) };
      }
    }
  }
  // What is inside a field that is described as a whole.
  return keys.length > 1 ? findHelpRow(headings, keys.slice(0, -1)) : undefined;
}

function readSections(page: GuidePage, text: string): Sections {
  const found = new Map<string, Section>();
  let heading = '';
  for (const line of text.split('\n')) {
    const title = /^#+ (.+)$/.exec(line)?.[1];
    if (title !== undefined) heading = title;
    const [, fields = '', sentence = ''] = /^\| (`[^|]+`) \| (.+?) \|/.exec(line.replaceAll('\\|', '∣')) ?? [];
    for (const [, field = ''] of fields.matchAll(/`([\w.]+)`/g)) {
      const section = found.get(heading) ?? { page, rows: new Map<string, string>() };
      if (!section.rows.has(field)) section.rows.set(field, sentence.replaceAll('∣', '|'));
      found.set(heading, section);
    }
  }
  return found;
}

function buildAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
