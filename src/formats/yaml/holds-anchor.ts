import { hasReferences } from './edit-value';
import { parseYaml } from './parse-yaml';

/** Text that looks like an anchor, even within a string. */
const likeAnchor = /(?:^|[\s[{,])&[^\s,[\]{}]+(?=[\s,\]}]|$)/;

/**
 * Whether a block of a text has an anchor, so that other parts may refer to it. Also true if the block cannot be parsed
 * alone.
 */
export function holdsAnchor(text: string): boolean {
  if (!likeAnchor.test(text)) return false;
  const { root } = parseYaml(text);
  return root === null || hasReferences(root);
}
