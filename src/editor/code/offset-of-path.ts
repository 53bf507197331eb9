import type { CodeStore } from '@/state/code-store';
import type { AppStores } from '@/state/context';
import { setPreferences, showCode } from '@/state/view/preferences';
import { openScreen } from '@/state/view/screens';
import type { DocumentPath } from '@/workflow/diagnostic';

/**
 * The offset of a path in the text, as precise as the line of its entry and of the first key below it, or the place of
 * that key in braces; 0 if it is not found. The path has the keys of a file.
 */
export async function findPathOffset(code: CodeStore, path: DocumentPath): Promise<number> {
  const [root, id, key] = path;
  const lines = await code.actions.linesOf(root === 'tasks' ? `tasks.${id}` : String(root));
  if (!lines) return 0;
  const inner = root === 'tasks' ? key : id;
  if (typeof inner !== 'string') return lines.from;
  const text = code.getState().text.slice(lines.from, lines.to);
  const entry = new RegExp(`^([ \\t]+)["']?${inner.replace(/[.\\-]/g, '\\$&')}["']?[ \\t]*:`, 'gm');
  // What is within another entry may have the same name, and is further in.
  const [found] = [...text.matchAll(entry)].toSorted(([, a = ''], [, b = '']) => a.length - b.length);
  return lines.from + (found?.index ?? findKeyInBraces(text, inner) ?? 0);
}

/** Parts of a map in braces: quoted texts, comments, signs, words. */
const partOfBraces = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?<=\s)#[^\n]*|[{}[\],]|[^\s{}[\],"'][^\s{}[\],]*/g;

/** Where a key of the outermost map in braces is in a text; undefined: nowhere. */
function findKeyInBraces(text: string, key: string): number | undefined {
  let depth = 0;
  let isKey = false;
  for (const { 0: part, index } of text.matchAll(partOfBraces)) {
    if (part.startsWith('#')) continue;
    if (isKey && part.replace(/:$/, '').replace(/^(["'])(.*)\1$/, '$2') === key) return index;
    if (part === '{' || part === '[') depth += 1;
    else if (part === '}' || part === ']') depth -= 1;
    isKey = depth === 1 && (part === '{' || part === ',');
  }
  return undefined;
}

/** Shows the code beside the canvas as YAML, with the cursor at a path, or at its offset if that is known. */
export async function editInCode({ document, view }: AppStores, path: DocumentPath, offset?: number): Promise<void> {
  const at = offset ?? (await findPathOffset(document, path).catch(() => 0));
  openScreen(view, { at: 'editor' });
  showCode(view);
  setPreferences(view, { notation: 'yaml' });
  view.requests.cursor.send(at);
}
