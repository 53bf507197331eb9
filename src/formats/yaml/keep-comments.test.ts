import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '@/base/json';
import { samples } from '@/base/samples.testing';
import { applyTextEdits, invertTextEdits } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import type { WorkflowDocument } from '@/workflow/document';
import { editYaml } from './edit-yaml';
import { readYaml } from './read-yaml';

/** A value with its style. Keys, words and comments get their numbers when they are written. */
type Node = Scalar | Parts;
interface Scalar {
  readonly kind: 'scalar';
  readonly style: 'plain' | 'double' | 'single' | 'number' | 'literal';
}
interface Parts {
  readonly kind: 'map' | 'list';
  readonly isFlow: boolean;
  /** In brackets: each part on a line of its own; else whether it begins one where it may. */
  readonly isTall: boolean;
  readonly hasHead: boolean;
  readonly hasEnd: boolean;
  readonly parts: readonly Part[];
}
interface Part {
  readonly node: Node;
  /** Left out: a number makes it. */
  readonly key?: string;
  readonly above: number;
  readonly isApart: boolean;
  readonly hasBehind: boolean;
  readonly hasBelow: boolean;
}

const { parts, part } = fc.letrec<{ node: Node; part: Part; parts: Parts }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      kind: fc.constant('scalar' as const),
      style: fc.constantFrom<Scalar['style'][]>('plain', 'double', 'single', 'number', 'literal'),
    }),
    tie('parts'),
  ),
  part: fc.record({
    node: tie('node'),
    above: fc.nat({ max: 2 }),
    isApart: fc.boolean(),
    hasBehind: fc.boolean(),
    hasBelow: fc.boolean(),
  }),
  parts: fc.record({
    kind: fc.constantFrom('map' as const, 'list' as const),
    isFlow: fc.boolean(),
    isTall: fc.boolean(),
    hasHead: fc.boolean(),
    hasEnd: fc.boolean(),
    parts: fc.array(tie('part'), { minLength: 1, maxLength: 4 }),
  }),
}));

const word: fc.Arbitrary<Scalar> = fc.constantFrom('plain', 'double', 'single', 'literal').map((style) => {
  return { kind: 'scalar', style } as const;
});
const task = fc.tuple(parts, part, part, word, parts).map(([map, first, second, description, options]): Part => {
  const held = { ...options, kind: 'map' as const };
  const fields = [
    { ...first, node: description, key: 'description' },
    { ...second, node: held, key: 'options' },
  ];
  return { ...first, node: { ...map, kind: 'map', parts: fields } };
});
const tasks = fc
  .tuple(parts, fc.array(task, { minLength: 1, maxLength: 4 }))
  .map(([map, all]): Parts => ({ ...map, kind: 'map', parts: all }));

/** A part that was written: where, and the comments that go with it. */
interface Written {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly comments: readonly string[];
  readonly isMap: boolean;
  readonly parts: readonly Written[];
}

class Writer {
  text = '# Mine.\nname: N # n\n';
  #count = 0;

  next(): number {
    this.#count += 1;
    return this.#count;
  }

  /** Writes a comment, behind what is there or on a line of its own. */
  comment(column?: number): string {
    const comment = `# c${this.next()}.`;
    this.text += (column === undefined ? ' ' : startLine(column)) + comment;
    return comment;
  }

  scalar(style: Scalar['style'], column: number, isFlow: boolean): void {
    const made = `w${this.next()}`;
    if (style === 'number') this.text += this.next();
    else if (style === 'literal' && !isFlow) {
      this.text += `|${startLine(column + 2)}${made}${startLine(column + 2)}# no comment`;
    } else if (style === 'double') this.text += `"${made}, #"`;
    else this.text += style === 'single' ? `'${made} # it'` : made;
  }

  /** Writes a value behind its key or its dash, which is in a column. Its own comments are those of what it is in. */
  value(node: Node, column: number, inFlow: boolean, own: string[]): readonly Written[] {
    const isFlow = inFlow || (node.kind !== 'scalar' && node.isFlow);
    if (node.kind !== 'scalar') return isFlow ? this.flow(node, column + 2, own) : this.block(node, column + 2, own);
    if (!inFlow) this.text += ' ';
    this.scalar(node.style, column, isFlow);
    return [];
  }

  block({ kind, parts: all, hasHead, hasEnd }: Parts, column: number, own: string[]): readonly Written[] {
    if (hasHead) own.push(this.comment());
    const isCompact = this.text.endsWith('-');
    const written = all.map(({ node, key: named, above, isApart, hasBehind, hasBelow }, index): Written => {
      const comments: string[] = [];
      if (index === 0 && isCompact) this.text += ' ';
      else {
        if (isApart && index > 0) {
          own.push(this.comment(column));
          this.text += '\n';
        }
        for (let line = 0; line < above; line += 1) comments.push(this.comment(column));
        this.text += startLine(column);
      }
      const from = this.text.length;
      const key = kind === 'list' ? String(index) : (named ?? `k${this.next()}`);
      this.text += kind === 'list' ? '-' : `${key}:`;
      if (node.kind !== 'scalar' && node.isFlow) this.text += ' ';
      const inner = this.value(node, column, false, comments);
      const to = this.text.length;
      const isOpen = node.kind === 'scalar' ? node.style !== 'literal' : node.isFlow;
      if (hasBehind && isOpen) comments.push(this.comment());
      if (hasBelow && isOpen) comments.push(this.comment(column + 1));
      return { key, from, to, comments, isMap: node.kind === 'map', parts: inner };
    });
    if (hasEnd) own.push(this.comment(column));
    return written;
  }

  flow({ kind, parts: all, isTall, hasHead, hasEnd }: Parts, column: number, own: string[]): readonly Written[] {
    this.text += kind === 'map' ? '{' : '[';
    let isBroken = isTall && hasHead;
    if (isBroken) own.push(this.comment());
    const written = all.map(({ node, key: named, above, isApart, hasBehind }, index): Written => {
      const comments: string[] = [];
      if (isApart && isTall) {
        own.push(this.comment(column));
        this.text += '\n';
      }
      for (let line = 0; isTall && line < above; line += 1) comments.push(this.comment(column));
      this.text += isBroken || (isTall && (isApart || above > 0)) ? startLine(column) : ' ';
      const from = this.text.length;
      const key = kind === 'list' ? String(index) : (named ?? `k${this.next()}`);
      if (kind === 'map') this.text += `${key}: `;
      const inner = this.value(node, column, true, comments);
      const to = this.text.length;
      if (index < all.length - 1 || (isApart && isTall)) this.text += ',';
      isBroken = isTall && hasBehind;
      if (isBroken) comments.push(this.comment());
      return { key, from, to, comments, isMap: node.kind === 'map', parts: inner };
    });
    if (isTall && hasEnd) own.push(this.comment(column));
    this.text += (isBroken || (isTall && hasEnd) ? startLine(column) : ' ') + (kind === 'map' ? '}' : ']');
    return written;
  }
}

const startLine = (column: number): string => `\n${' '.repeat(column)}`;

/** A map or a list that may change: where it is in the document, and what holds it in the text. */
interface Place extends Pick<Written, 'from' | 'to' | 'parts' | 'isMap'> {
  readonly path: readonly string[];
}

const placesIn = (one: Written, path: readonly string[]): readonly Place[] =>
  one.parts.length === 0
    ? []
    : [{ ...one, path }, ...one.parts.flatMap((inner) => placesIn(inner, [...path, inner.key]))];

const changes = ['add', 'remove', 'rename', 'move', 'change'] as const;

/** The entries of a map or a list after a change of the one at a position. */
function change(
  entries: readonly (readonly [string, unknown])[],
  how: (typeof changes)[number],
  [at, to]: readonly [number, number],
  fresh: unknown,
): readonly (readonly [string, unknown])[] {
  const [key, value] = entries[at] ?? ['', null];
  if (how === 'add') return entries.toSpliced(to, 0, ['added', fresh]);
  if (how === 'rename') return entries.with(at, ['renamed', value]);
  if (how === 'change') return entries.with(at, [key, fresh]);
  const left = entries.toSpliced(at, 1);
  return how === 'remove' ? left : left.toSpliced(to, 0, [key, value]);
}

function setAt(value: unknown, [step, ...path]: readonly string[], make: (held: unknown) => unknown): unknown {
  if (step === undefined) return make(value);
  const inner = setAt((value as JsonObject)[step], path, make);
  return Array.isArray(value) ? value.with(Number(step), inner) : { ...(value as JsonObject), [step]: inner };
}

const listComments = (one: Written): readonly string[] => [...one.comments, ...one.parts.flatMap(listComments)];
const listParts = (one: Written): readonly Written[] => [one, ...one.parts.flatMap(listParts)];

it('what a person wrote stays when something else is added, removed, renamed, moved or changed', () => {
  fc.assert(
    fc.property(
      tasks,
      fc.constantFrom(...changes),
      fc.tuple(fc.nat(), fc.nat(), fc.nat()),
      fc.constantFrom<Json>('new', 7, ['x', { y: 1 }]),
      (map, wished, [where, which, target], fresh) => {
        const writer = new Writer();
        const from = writer.text.length;
        writer.text += map.isFlow ? 'tasks: ' : 'tasks:';
        const written = writer.value(map, 0, false, []);
        const root: Written = {
          ...{ key: 'tasks', from, to: writer.text.length, comments: [], isMap: true, parts: written },
        };
        const text = `${writer.text}\n# Bye.\n`;
        const read = readYaml(text);
        const { document } = read;
        if (document === undefined) throw new Error(`${text}\n${JSON.stringify(read.diagnostics)}`);
        const ofOptions = written.flatMap((one) =>
          one.parts.flatMap((field) => (field.key === 'options' ? placesIn(field, [one.key, 'options']) : [])),
        );
        const places = [{ ...root, path: [] as readonly string[] }, ...ofOptions];
        const place = places[where % places.length] as Place;
        const isOfTasks = place.path.length === 0;
        const at = which % place.parts.length;
        // What is in a value goes with it, so only what has no parts becomes something else.
        const isFixed = wished === 'change' ? place.parts[at]?.parts.length !== 0 : !place.isMap && wished === 'rename';
        const how = isFixed ? 'move' : wished;
        const to = target % (place.parts.length + (how === 'add' ? 1 : 0));
        const value = isOfTasks ? { description: 'New', type: 'atomic' } : fresh;
        const made = setAt(document.tasks, place.path, (held) => {
          const entries = change(Object.entries(held as JsonObject), how, [at, to], value);
          return place.isMap ? Object.fromEntries(entries) : entries.map(([, item]) => item);
        });
        const changed = { ...document, tasks: made } as WorkflowDocument;

        const { edits, source } = editYaml(read, computeChange(document, changed));
        const now = applyTextEdits(text, edits);
        expect(now).toBe(source.text);
        expect(applyTextEdits(now, invertTextEdits(edits))).toBe(text);
        const again = readYaml(now);
        expect(again.document).toEqual(changed);
        expect(JSON.stringify(again.document?.tasks)).toBe(JSON.stringify(changed.tasks));
        const touched = place.parts[at] as Written;
        const gone = new Set(how === 'remove' ? listComments(touched) : []);
        const was = text.match(/# c\d+\./g) ?? [];
        const left: readonly string[] = now.match(/# c\d+\./g) ?? [];
        expect(left).toHaveLength(new Set(left).size);
        expect(
          was.filter((comment) => !gone.has(comment) && !left.includes(comment)),
          now,
        ).toEqual([]);
        const isApart = (one: Written) => one.to <= place.from || one.from >= place.to;
        const others = listParts(root).filter(isApart);
        const kept = [...others, ...place.parts.filter((one) => how === 'add' || one !== touched).flatMap(listParts)];
        for (const one of how === 'move' ? [...kept, touched] : kept)
          expect(now).toContain(text.slice(one.from, one.to));
        expect(now.startsWith(text.slice(0, place.from))).toBe(true);
        expect(now.endsWith(text.slice(place.to))).toBe(true);
      },
    ),
    { numRuns: samples('KEPT_COMMENTS', 60, 3000) },
  );
});
