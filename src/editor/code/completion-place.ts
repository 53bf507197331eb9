/**
 * What can be completed at a position in a YAML or XML text beyond the schema: names that the author gave, and models.
 */
export type CompletionPlace =
  | { readonly kind: 'reference' | 'task' | 'agent' | 'model'; readonly typed: string }
  /** `before`: the expression up to the cursor. */
  | { readonly kind: 'expression'; readonly before: string }
  | undefined;

const openReference = /\{\{\s*([A-Za-z0-9_.-]*)$/;
const agentValue = /^\s*(?:- +)?agent:\s+(["']?)([A-Za-z0-9_.-]*)$/;
const agentElement = /<agent>\s*([A-Za-z0-9_.-]*)$/;
const modelValue = /^(?:\s*(?:- +)?|.*[{,]\s*)(?:model|default_model|defaultModel):\s+["']?([^\s"'{},[\]#]*)$/;
const modelElement = /<(?:model|default_model|fallback_models)>\s*([^\s<]*)$/;
const fallbackList = /(?:fallback_models|fallbackModels):\s*\[(?:[^\]#]*[,\s])?["']?([^\s"'{},[\]#]*)$/;
const fallbackItem = /^(\s*)-\s+["']?([^\s"'{},[\]#]*)$/;
const fallbackKey = /^(\s*)(?:- +)?(?:fallback_models|fallbackModels):\s*$/;
const dependencyElement = /<depends_on>\s*([A-Za-z0-9_.-]*)$/;
const dependencyList = /(?:depends_on|dependsOn):\s*\[(?:[^\]#]*[,\s])?["']?([A-Za-z0-9_.-]*)$/;
const dependencyItem = /^(\s*)-\s+["']?([A-Za-z0-9_.-]*)$/;
const dependencyKey = /^(\s*)(?:depends_on|dependsOn):\s*$/;

const expressionValue =
  /^(?:\s*(?:- +)?|.*[{,]\s*)(?:condition|validate|test|keep):\s+(?:"((?:\\.|[^"\\])*)|'((?:''|[^'])*)|([^"'\s][^#]*))$/;
const expressionElement = /<(?:condition|validate|keep)>([^<]*)$|<case\s[^>]*\btest="([^"]*)$/;

/**
 * Looks at the text before the cursor: `line` is the part of its line before it; `above` yields the lines above,
 * nearest first.
 */
export function findCompletionPlace(line: string, above: Iterable<string>): CompletionPlace {
  const reference = openReference.exec(line);
  if (reference) return { kind: 'reference', typed: reference[1] ?? '' };
  const [, ...expressions] = expressionValue.exec(line) ?? expressionElement.exec(line) ?? [];
  const expression = expressions.find((found) => found !== undefined);
  if (expression !== undefined) return { kind: 'expression', before: expression };
  const agent = agentValue.exec(line);
  if (agent) return { kind: 'agent', typed: agent[2] ?? '' };
  const inElement = agentElement.exec(line);
  if (inElement) return { kind: 'agent', typed: inElement[1] ?? '' };
  const model = modelValue.exec(line) ?? modelElement.exec(line) ?? fallbackList.exec(line);
  if (model) return { kind: 'model', typed: model[1] ?? '' };
  const inList = dependencyList.exec(line) ?? dependencyElement.exec(line);
  if (inList) return { kind: 'task', typed: inList[1] ?? '' };
  const item = dependencyItem.exec(line);
  if (item && isUnder(dependencyKey, (item[1] ?? '').length, above)) return { kind: 'task', typed: item[2] ?? '' };
  const fallback = fallbackItem.exec(line);
  if (fallback && isUnder(fallbackKey, (fallback[1] ?? '').length, above)) {
    return { kind: 'model', typed: fallback[2] ?? '' };
  }
  return undefined;
}

/** Whether the key above a list item with this indent matches. */
function isUnder(wanted: RegExp, indent: number, above: Iterable<string>): boolean {
  for (const line of above) {
    const key = wanted.exec(line);
    if (key) return (key[1] ?? '').length <= indent;
    if (line.trim() !== '' && !/^\s*(-\s|#)/.test(line)) return false;
  }
  return false;
}
