/**
 * An expression of Jinja as one of JavaScript, over the helpers of `writeJinjaScript`. `scope`: what has its names.
 * `isList`: it is what a `for` goes over. Undefined: it is not known here. Its texts are written as texts of JSON, so
 * that none is code.
 */
export function parseJinjaExpression(text: string, scope: string, isList = false): string | undefined {
  const tokens = readTokens(text);
  if (tokens === undefined || tokens.length === 0 || tokens.length > mostTokens) return undefined;
  try {
    const parser = new ExpressionParser(tokens, scope);
    const written = isList ? parser.readList() : parser.readChoice();
    return parser.isAtEnd ? written : undefined;
  } catch (error) {
    if (error instanceof UnknownJinja) return undefined;
    throw error;
  }
}

class UnknownJinja extends Error {}

const mostTokens = 500;
const deepest = 40;

interface Token {
  readonly kind: 'text' | 'number' | 'name' | 'sign';
  readonly value: string;
}

const tokenPattern =
  /\s+|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(\/\/|==|!=|<=|>=|[-+*/%~|.,:()[\]{}<>=])/y;

function readTokens(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const found = tokenPattern.exec(text);
    if (found === null) return undefined;
    const [, quoted, number, name, sign] = found;
    if (quoted !== undefined) tokens.push({ kind: 'text', value: unquote(quoted) });
    else if (number !== undefined) tokens.push({ kind: 'number', value: number });
    else if (name !== undefined) tokens.push({ kind: 'name', value: name });
    else if (sign !== undefined) tokens.push({ kind: 'sign', value: sign });
  }
  return tokens;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

const unquote = (quoted: string): string =>
  quoted.slice(1, -1).replace(/\\([\s\S])/g, (_, letter: string) => escapes[letter] ?? letter);

const constants: Readonly<Record<string, string>> = {
  ...{ true: 'true', True: 'true', false: 'false', False: 'false', none: 'null', None: 'null' },
};

const comparisons: Readonly<Record<string, string>> = {
  ...{ '==': '===', '!=': '!==', '<': '<', '>': '>', '<=': '<=', '>=': '>=' },
};

class ExpressionParser {
  readonly #tokens: readonly Token[];
  readonly #scope: string;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], scope: string) {
    this.#tokens = tokens;
    this.#scope = scope;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  /** What a `for` goes over: an `if` behind it would choose of it. */
  readList(): string {
    return this.#readOr();
  }

  /** `a if b else c` */
  readChoice(): string {
    this.#depth += 1;
    if (this.#depth > deepest) throw new UnknownJinja();
    const value = this.#readOr();
    let written = value;
    if (this.#takeWord('if')) {
      const test = this.#readOr();
      const other = this.#takeWord('else') ? this.readChoice() : 'undefined';
      written = `(holds(${test}) ? ${value} : ${other})`;
    }
    this.#depth -= 1;
    return written;
  }

  #readOr(): string {
    let left = this.#readAnd();
    while (this.#takeWord('or')) left = `either(${left}, () => ${this.#readAnd()})`;
    return this.#bound(left);
  }

  #readAnd(): string {
    let left = this.#readNot();
    while (this.#takeWord('and')) left = `both(${left}, () => ${this.#readNot()})`;
    return this.#bound(left);
  }

  #readNot(): string {
    if (!this.#takeWord('not')) return this.#readComparison();
    this.#depth += 1;
    if (this.#depth > deepest) throw new UnknownJinja();
    const written = `!holds(${this.#readNot()})`;
    this.#depth -= 1;
    return written;
  }

  #readComparison(): string {
    let left = this.#readSum();
    for (;;) {
      const sign = this.#peek('sign')?.value ?? '';
      const operator = Object.hasOwn(comparisons, sign) ? comparisons[sign] : undefined;
      if (operator !== undefined) {
        this.#at += 1;
        left = `(${left} ${operator} ${this.#readSum()})`;
      } else if (this.#takeWord('in')) left = `has(${this.#readSum()}, ${left})`;
      else if (this.#peekWord('not') && this.#tokens[this.#at + 1]?.value === 'in') {
        this.#at += 2;
        left = `!has(${this.#readSum()}, ${left})`;
      } else if (this.#takeWord('is')) left = this.#readTest(left);
      else return left;
    }
  }

  #readTest(value: string): string {
    const isTurned = this.#takeWord('not');
    const name = this.#take('name').value;
    const test = Object.hasOwn(tests, name) ? tests[name] : undefined;
    if (test === undefined) throw new UnknownJinja();
    return isTurned ? `!${test(value)}` : test(value);
  }

  #readSum(): string {
    let left = this.#readProduct();
    for (;;) {
      if (this.#takeSign('+')) left = `add(${left}, ${this.#readProduct()})`;
      else if (this.#takeSign('-')) left = `(${left} - ${this.#readProduct()})`;
      else if (this.#takeSign('~')) left = `(text(${left}) + text(${this.#readProduct()}))`;
      else return left;
    }
  }

  #readProduct(): string {
    let left = this.#readMinus();
    for (;;) {
      if (this.#takeSign('*')) left = `(${left} * ${this.#readMinus()})`;
      else if (this.#takeSign('//')) left = `Math.floor(${left} / ${this.#readMinus()})`;
      else if (this.#takeSign('/')) left = `(${left} / ${this.#readMinus()})`;
      else if (this.#takeSign('%')) left = `(${left} % ${this.#readMinus()})`;
      else return left;
    }
  }

  #readMinus(): string {
    return this.#takeSign('-') ? `-${this.#readMember()}` : this.#readMember();
  }

  /** A value with its members, methods and filters. */
  #readMember(): string {
    let value = this.#readValue();
    for (;;) {
      if (this.#takeSign('.')) {
        const token = this.#tokens[this.#at];
        if (token?.kind !== 'name' && token?.kind !== 'number') throw new UnknownJinja();
        this.#at += 1;
        if (this.#takeSign('(')) value = applyNamed(methods, token.value, value, this.#readArguments(')'));
        else value = `get(${value}, ${token.kind === 'number' ? token.value : JSON.stringify(token.value)})`;
      } else if (this.#takeSign('[')) value = this.#readIndex(value);
      else if (this.#takeSign('|')) {
        const name = this.#take('name').value;
        value = applyNamed(filters, name, value, this.#takeSign('(') ? this.#readArguments(')') : []);
      } else return this.#bound(value);
    }
  }

  #readIndex(value: string): string {
    const from = this.#peek('sign')?.value === ':' ? '0' : this.readChoice();
    if (this.#takeSign(']')) return `get(${value}, ${from})`;
    this.#expect(':');
    const to = this.#peek('sign')?.value === ']' ? '' : `, ${this.readChoice()}`;
    this.#expect(']');
    return `${value}.slice(${from}${to})`;
  }

  #readValue(): string {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token === undefined) throw new UnknownJinja();
    if (token.kind === 'text') return JSON.stringify(token.value);
    // With a nought before it, JavaScript reads a number with the base 8.
    if (token.kind === 'number') return String(Number(token.value));
    if (token.kind === 'name') return this.#readName(token.value);
    if (token.value === '(') {
      const inner = this.readChoice();
      this.#expect(')');
      return `(${inner})`;
    }
    if (token.value === '[') return `[${this.#readArguments(']').map(readPlain).join(', ')}]`;
    if (token.value === '{') return this.#readMap();
    throw new UnknownJinja();
  }

  #readName(name: string): string {
    if (Object.hasOwn(constants, name)) return constants[name] ?? 'null';
    if (words.has(name)) throw new UnknownJinja();
    if (!this.#takeSign('(')) return `${this.#scope}[${JSON.stringify(name)}]`;
    const args = this.#readArguments(')');
    if (name === 'range') {
      const [first = '0', second] = args.map(readPlain);
      const [from, to] = second === undefined ? ['0', first] : [first, second];
      return `Array.from({ length: Math.max(0, Math.min(10000, ${to} - ${from})) }, (_, index) => ${from} + index)`;
    }
    if (name === 'namespace' || name === 'dict')
      return `({ ${args.map((one) => `${JSON.stringify(one.name ?? '')}: ${one.value}`).join(', ')} })`;
    throw new UnknownJinja();
  }

  #readMap(): string {
    const entries: string[] = [];
    while (!this.#takeSign('}')) {
      const key = this.readChoice();
      this.#expect(':');
      entries.push(`[text(${key})]: ${this.readChoice()}`);
      if (this.#peek('sign')?.value !== '}') this.#expect(',');
    }
    return `({ ${entries.join(', ')} })`;
  }

  #readArguments(end: string): Argument[] {
    const args: Argument[] = [];
    while (!this.#takeSign(end)) {
      const [name, sign] = [this.#tokens[this.#at], this.#tokens[this.#at + 1]];
      const isNamed = name?.kind === 'name' && sign?.kind === 'sign' && sign.value === '=';
      if (isNamed) this.#at += 2;
      args.push({ name: isNamed ? name.value : undefined, value: this.readChoice() });
      if (this.#peek('sign')?.value !== end) this.#expect(',');
    }
    return args;
  }

  /** What is written twice in what is around it must not grow without end. */
  #bound(written: string): string {
    if (written.length > 20_000) throw new UnknownJinja();
    return written;
  }

  #peek(kind: Token['kind']): Token | undefined {
    const token = this.#tokens[this.#at];
    return token?.kind === kind ? token : undefined;
  }

  #peekWord(word: string): boolean {
    return this.#peek('name')?.value === word;
  }

  #take(kind: Token['kind']): Token {
    const token = this.#peek(kind);
    if (token === undefined) throw new UnknownJinja();
    this.#at += 1;
    return token;
  }

  #takeWord(word: string): boolean {
    if (!this.#peekWord(word)) return false;
    this.#at += 1;
    return true;
  }

  #takeSign(sign: string): boolean {
    if (this.#peek('sign')?.value !== sign) return false;
    this.#at += 1;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#takeSign(sign)) throw new UnknownJinja();
  }
}

interface Argument {
  readonly name: string | undefined;
  readonly value: string;
}

const words: ReadonlySet<string> = new Set(['if', 'else', 'and', 'or', 'not', 'in', 'is', 'for']);

function readPlain({ name, value }: Argument): string {
  if (name !== undefined) throw new UnknownJinja();
  return value;
}

type Write = (value: string, args: readonly string[]) => string;

const tests: Readonly<Record<string, (value: string) => string>> = {
  defined: (value) => `(${value} !== undefined)`,
  undefined: (value) => `(${value} === undefined)`,
  none: (value) => `(${value} === null)`,
  string: (value) => `(typeof ${value} === "string")`,
  number: (value) => `(typeof ${value} === "number")`,
  mapping: (value) => `isMap(${value})`,
  sequence: (value) => `(Array.isArray(${value}) || typeof ${value} === "string")`,
  iterable: (value) => `(Array.isArray(${value}) || typeof ${value} === "string" || isMap(${value}))`,
};

const strip: Write = (value) => `text(${value}).trim()`;
const upper: Write = (value) => `text(${value}).toUpperCase()`;
const lower: Write = (value) => `text(${value}).toLowerCase()`;
const replace: Write = (value, [from = '""', to = '""']) =>
  `text(${value}).replaceAll(text(${from}), () => text(${to}))`;
const title: Write = (value) => `text(${value}).replace(/[^\\s-]+/g, capital)`;

const methods: Readonly<Record<string, readonly [most: number, write: Write]>> = {
  items: [0, (value) => `Object.entries(${value} ?? {})`],
  keys: [0, (value) => `Object.keys(${value} ?? {})`],
  values: [0, (value) => `Object.values(${value} ?? {})`],
  get: [2, (value, [key = '""', other = 'null']) => `(get(${value}, ${key}) ?? ${other})`],
  strip: [0, strip],
  upper: [0, upper],
  lower: [0, lower],
  title: [0, title],
  capitalize: [0, (value) => `capital(text(${value}))`],
  replace: [2, replace],
  startswith: [1, (value, [part = '""']) => `text(${value}).startsWith(${part})`],
  endswith: [1, (value, [part = '""']) => `text(${value}).endsWith(${part})`],
  split: [
    1,
    (value, [by]) => (by === undefined ? `text(${value}).trim().split(/\\s+/)` : `text(${value}).split(${by})`),
  ],
  join: [1, (value, [all = '[]']) => `list(${all}).map(text).join(${value})`],
};

const filters: Readonly<Record<string, readonly [most: number, write: Write]>> = {
  default: [2, (value, [other = '""', any = 'false']) => `fallback(${value}, ${other}, ${any})`],
  join: [1, (value, [by = '""']) => `list(${value}).map(text).join(${by})`],
  length: [0, (value) => `size(${value})`],
  upper: [0, upper],
  lower: [0, lower],
  trim: [0, strip],
  title: [0, title],
  capitalize: [0, (value) => `capital(text(${value}))`],
  replace: [2, replace],
  tojson: [1, (value, [indent]) => `JSON.stringify(${value} ?? null, null, ${indent ?? 0})`],
  first: [0, (value) => `list(${value})[0]`],
  last: [0, (value) => `list(${value}).at(-1)`],
  int: [0, (value) => `(Math.trunc(Number(${value})) || 0)`],
  float: [0, (value) => `(Number(${value}) || 0)`],
  string: [0, (value) => `text(${value})`],
  round: [1, (value, [places = '0']) => `Number(Number(${value}).toFixed(${places}))`],
  abs: [0, (value) => `Math.abs(${value})`],
  list: [0, (value) => `list(${value})`],
  reverse: [0, (value) => `[...list(${value})].reverse()`],
  sort: [0, (value) => `[...list(${value})].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))`],
  unique: [0, (value) => `[...new Set(list(${value}))]`],
  sum: [0, (value) => `list(${value}).reduce((sum, one) => sum + one, 0)`],
  items: [0, (value) => `Object.entries(${value} ?? {})`],
  safe: [0, (value) => value],
};

const otherNames: Readonly<Record<string, string>> = { d: 'default', count: 'length' };

function applyNamed(table: typeof filters, name: string, value: string, args: readonly Argument[]): string {
  const known = table === filters && Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name;
  if (table === filters && known === 'map' && args.length === 1 && args[0]?.name === 'attribute')
    return `list(${value}).map((one) => get(one, ${args[0].value}))`;
  const [most, write] = (Object.hasOwn(table, known) ? table[known] : undefined) ?? [];
  if (write === undefined || most === undefined || args.length > most) throw new UnknownJinja();
  const plain = args.map((one) => (one.name === 'indent' && known === 'tojson' ? one.value : readPlain(one)));
  return write(value, plain);
}
