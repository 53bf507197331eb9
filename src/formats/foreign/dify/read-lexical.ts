import type { Json } from '@/base/json';
import { getList, getText, readPlain } from '../read-plain';

/** The text of a note, which Dify keeps as a tree of Lexical in JSON. Another text stays as it is. */
export function readLexical(text: string): string {
  if (!text.startsWith('{')) return text;
  const tree = readPlain(text);
  if (!tree.ok) return text;
  const lines: string[] = [];
  const collect = (node: Json): string => {
    const own = getText(node, 'text');
    const inner = getList(node, 'children').map(collect).join('');
    const type = getText(node, 'type');
    if (type === 'linebreak') return '\n';
    if (type === 'paragraph' || type === 'heading' || type === 'quote') {
      lines.push(inner);
      return '';
    }
    if (type === 'listitem') {
      if (inner !== '') lines.push(`- ${inner}`);
      return '';
    }
    return own + inner;
  };
  const rest = (tree.value !== null && collect((tree.value as { root?: Json }).root ?? null)) || '';
  return [...lines, rest].join('\n').trim();
}
