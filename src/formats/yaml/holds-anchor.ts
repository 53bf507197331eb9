import { hasReferences } from './edit-value';
import { parseYaml } from './parse-yaml';

/** Text that looks like an anchor, even within a string. */
const likeAnchor = /(?:^|[\s[{,])&[^\s,[\]{}]+(?=[\s,\]}]|$)/;

/** Text that looks like an alias, even within a string. */
const likeAlias = /(?:^|[\s[{,])\*[^\s,[\]{}]+/;

/**
 * Whether a block of a text has an anchor, so that other parts may refer to it. Also true if the block cannot be parsed
 * alone.
 */
export function hasAnchor(text: string): boolean {
  if (!likeAnchor.test(text)) return false;
  const { root } = parseYaml(text);
  return root === null || hasReferences(root);
}

/** Whether a block of a text has an alias, so that it must stay behind the anchor. Also true if it cannot be parsed. */
export function hasAlias(text: string): boolean {
  if (!likeAlias.test(text)) return false;
  const { root } = parseYaml(text);
  return root === null || hasReferences(root);
}
