import { defined } from '@/base/defined';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import type { MakerPart, Source } from '@/plan/message';
import { formatReadableText } from './readable-text';

/** OpenAI's tools by the types of their items (developers.openai.com/api/reference/resources/responses). */
const names: Readonly<Record<string, string>> = {
  web_search_call: 'web_search',
  code_interpreter_call: 'code_interpreter',
  file_search_call: 'file_search',
};

/** The part for an item of an answer about OpenAI's own tools; undefined for other items. */
export function readOpenaiPart(item: JsonObject): MakerPart | undefined {
  const { type, id, status, action, code, queries, outputs, results } = item;
  const name = typeof type === 'string' && Object.hasOwn(names, type) ? names[type] : undefined;
  if (name === undefined) return undefined;
  const { sources, ...asked } = isJsonObject(action) ? action : {};
  const isFailed = status !== 'completed';
  return {
    kind: 'maker',
    id: String(id),
    name,
    input: formatReadableText(code ?? queries ?? readSearchInput(asked)),
    result: formatReadableText(outputs ?? results ?? sources ?? (isFailed ? status : undefined)),
    ...defined({ isError: isFailed || undefined }),
    block: item,
  };
}

/** The input of a search: an item with a single query contains it twice. */
function readSearchInput({ query, queries, ...others }: JsonObject): Json {
  const { url, pattern } = others;
  return queries ?? query ?? defined({ url, pattern });
}

/** The pages that a text cites, with their titles, which the item of the search lacks. */
export function listOpenaiCitations(value: JsonObject): readonly Source[] {
  const annotations = [value['annotation'], ...listAnnotations(value)];
  return annotations.flatMap((annotation) => {
    if (!isJsonObject(annotation) || annotation['type'] !== 'url_citation') return [];
    const { url, title } = annotation;
    return typeof url === 'string' ? [{ url, ...(typeof title === 'string' ? { title } : {}) }] : [];
  });
}

/** The annotations of a complete message. */
function listAnnotations({ content }: JsonObject): readonly Json[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) =>
    isJsonObject(part) && Array.isArray(part['annotations']) ? part['annotations'] : [],
  );
}
