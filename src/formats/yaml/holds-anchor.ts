import { hasReferences } from './edit-value';
import { parseYaml } from './parse-yaml';

/** What looks like an anchor, also where it is a part of a text. */
const likeAnchor = /(?:^|[\s[{,])&[^\s,[\]{}]+(?=[\s,\]}]|$)/;

/**
 * Whether a block of a text has an anchor, so that other parts may refer to it. Of one that cannot be parsed alone it
 * is taken so.
 */
export function holdsAnchor(text: string): boolean {
  if (!likeAnchor.test(text)) return false;
  const { root } = parseYaml(text);
  return root === null || hasReferences(root);
}
