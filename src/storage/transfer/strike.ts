/** What events and plans are known by: no secret stands there, and none may change it. */
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

/** Shorter ones are no secrets, but what is given to servers that want any key at all: they stand in many words. */
const shortest = 8;

/**
 * Strikes secrets out of whatever is exported. None enters an event: this is for one that stands there all the same, as
 * where a person wrote it into a prompt. What is struck keeps its length, by which payloads are told whole.
 */
export class Strike {
  readonly #forms: readonly string[];
  readonly #bytes: readonly Uint8Array[];

  constructor(secrets: readonly string[]) {
    const forms = secrets
      .filter(({ length }) => length >= shortest)
      .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
    // The longest first: one may be a part of another.
    this.#forms = [...new Set(forms)].sort((a, b) => b.length - a.length);
    this.#bytes = this.#forms.map((form) => new TextEncoder().encode(form));
  }

  /** A value of JSON without them, the same object if none was there. */
  value<T>(value: T): T {
    return this.#forms.length === 0 ? value : (this.#struck(value) as T);
  }

  /** Whether one of them stands in bytes that come one after the other. */
  async isIn(pages: AsyncIterable<Uint8Array>): Promise<boolean> {
    const longest = this.#bytes.reduce((most, { length }) => Math.max(most, length), 0);
    if (longest === 0) return false;
    // The end of a page is looked at again with the next.
    let before: Uint8Array = new Uint8Array();
    for await (const page of pages) {
      const bytes = new Uint8Array(before.length + page.length);
      bytes.set(before);
      bytes.set(page, before.length);
      if (this.#bytes.some((form) => includes(bytes, form))) return true;
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

function includes(bytes: Uint8Array, form: Uint8Array): boolean {
  const [first] = form;
  if (first === undefined) return false;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + form.length > bytes.length) return false;
    if (form.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}
