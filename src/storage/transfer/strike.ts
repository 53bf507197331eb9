/** Fields that identify events and plans: they contain no secret, and must not change. */
const structure: ReadonlySet<string> = new Set([
  'v',
  'seq',
  't',
  'kind',
  'path',
  'id',
  'parent',
  'ref',
  'hash',
  'type',
  'status',
  'provider',
  'model',
]);

/** Shorter values are no secrets, but placeholders for servers that require any key: they occur in many words. */
const shortest = 8;

/**
 * Masks secrets in whatever is exported. Heddle puts no secret into an event, but a person may have written one into a
 * prompt. A masked secret keeps its length, because the lengths of payloads are checked.
 */
export class Strike {
  readonly #forms: readonly string[];
  readonly #bytes: readonly Uint8Array[];

  constructor(secrets: readonly string[]) {
    const forms = secrets
      .filter(({ length }) => length >= shortest)
      .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
    // The longest first, because one may be part of another.
    this.#forms = [...new Set(forms)].sort((a, b) => b.length - a.length);
    this.#bytes = this.#forms.map((form) => new TextEncoder().encode(form));
  }

  /** A JSON value without the secrets; the same object if there are no secrets to look for. */
  value<T>(value: T): T {
    return this.#forms.length === 0 ? value : (this.#struck(value) as T);
  }

  /** Whether a stream of bytes contains one of the secrets. */
  async isIn(pages: AsyncIterable<Uint8Array>): Promise<boolean> {
    const longest = this.#bytes.reduce((max, { length }) => Math.max(max, length), 0);
    if (longest === 0) return false;
    // The end of a page is checked again together with the next page.
    let before: Uint8Array = new Uint8Array();
    for await (const page of pages) {
      const bytes = new Uint8Array(before.length + page.length);
      bytes.set(before);
      bytes.set(page, before.length);
      if (this.#bytes.some((form) => hasBytes(bytes, form))) return true;
      before = bytes.slice(Math.max(0, bytes.length - longest + 1));
    }
    return false;
  }

  #struck(value: unknown): unknown {
    if (typeof value === 'string') {
      return this.#forms.reduce((text, form) => text.replaceAll(form, '*'.repeat(form.length)), value);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.#struck(item));
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, structure.has(key) ? member : this.#struck(member)]),
    );
  }
}

function hasBytes(bytes: Uint8Array, form: Uint8Array): boolean {
  const [first] = form;
  if (first === undefined) return false;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + form.length > bytes.length) return false;
    if (form.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}
