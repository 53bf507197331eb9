const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const reference = /&(?:#x([0-9a-fA-F]+);|#(\d+);|(amp|lt|gt|quot|apos);)?/g;

/** Resolves the references of a text; a `&` that begins none stays as it is, told by its offset. */
export function resolveReferences(text: string, onBare: (offset: number) => void): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (written, hex?: string, decimal?: string, entity?: string, offset = 0) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const resolved = entity === undefined ? characterOf(code) : predefined[entity];
    if (resolved === undefined) onBare(offset);
    return resolved ?? written;
  });
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
