const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const reference = /&(?:#x([0-9a-fA-F]+)|#(\d+)|(amp|lt|gt|quot|apos));/y;

/** Normalises line breaks as XML does. */
export const normalizeLineBreaks = (written: string): string =>
  written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written;

/** Resolves the text between tags. A `&` that begins no reference is kept, and reported by its offset. */
export function resolveText(written: string, onBare?: (offset: number) => void): string {
  return resolveAll(normalizeLineBreaks(written), onBare);
}

/**
 * Resolves the value of an attribute: line breaks and tabs become spaces, except those that are written as references.
 */
export function resolveAttributeValue(written: string, onBare?: (offset: number) => void): string {
  return resolveAll(written.replace(/\r\n|[\t\n\r]/g, ' '), onBare);
}

function resolveAll(text: string, onBare: ((offset: number) => void) | undefined): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    reference.lastIndex = at;
    const found = reference.exec(text);
    const character = found && resolveOne(found);
    if (character) {
      parts.push(text.slice(from, at), character);
      from = reference.lastIndex;
    } else onBare?.(at);
  }
  return from === 0 ? text : parts.join('') + text.slice(from);
}

function resolveOne([, hex, decimal, entity]: RegExpExecArray): string | undefined {
  if (entity !== undefined) return predefined[entity];
  return getXmlCharacter(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
}

/** The character with this code, if XML allows it. */
function getXmlCharacter(code: number): string | undefined {
  const isAllowed =
    code === 0x9 ||
    code === 0xa ||
    code === 0xd ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff);
  return isAllowed ? String.fromCodePoint(code) : undefined;
}
