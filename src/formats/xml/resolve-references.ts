const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const reference = /&(?:#x([0-9a-fA-F]+)|#(\d+)|(amp|lt|gt|quot|apos));/y;

/** Resolves the references of a text; a `&` that begins none stays as it is, told by its offset. */
export function resolveReferences(text: string, onBare: (offset: number) => void): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    reference.lastIndex = at;
    const found = reference.exec(text);
    const resolved = found && resolve(found);
    if (resolved) {
      parts.push(text.slice(from, at), resolved);
      from = reference.lastIndex;
    } else onBare(at);
  }
  return from === 0 ? text : parts.join('') + text.slice(from);
}

function resolve([, hex, decimal, entity]: RegExpExecArray): string | undefined {
  if (entity !== undefined) return predefined[entity];
  return characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
}

/** The character of a code, if XML allows it. */
function characterOf(code: number): string | undefined {
  const isAllowed =
    code === 0x9 ||
    code === 0xa ||
    code === 0xd ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff);
  return isAllowed ? String.fromCodePoint(code) : undefined;
}
