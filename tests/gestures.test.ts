import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { samples } from '@/base/samples.testing';
import { writeYaml } from '@/formats/yaml/write-yaml';
import type { AppStores } from '@/state/context';
import { withoutProblems } from '@/workflow/commands/places/any-place.testing';
import { setSettings } from '@/workflow/commands/set-fields';
import { nestedDocument, withFunctions } from '@/workflow/nested.testing';
import {
  createDerive,
  deriveAnew,
  errorsOf,
  type Gesture,
  gestureKinds,
  mayBreak,
  openPage,
  perform,
  readsAs,
  reopenPage,
} from './gestures.testing';

const number = fc.nat({ max: 9999 });
const gesture: fc.Arbitrary<Gesture> = fc.record({
  kind: fc.constantFrom(...gestureKinds),
  at: fc.tuple(number, number, number),
  hasty: fc.boolean(),
});

let clipboard = '';
beforeAll(() => {
  vi.stubGlobal('ClipboardItem', function Item(this: object, items: Readonly<Record<string, Promise<Blob>>>) {
    Object.assign(this, { items });
  });
  vi.stubGlobal('navigator', {
    clipboard: {
      write: async ([item]: readonly { items: Readonly<Record<string, Promise<Blob>>> }[]) => {
        clipboard = (await (await item?.items['text/plain'])?.text()) ?? '';
      },
      readText: async () => clipboard,
    },
  });
  // Nothing is drawn, so nothing gets the focus.
  vi.stubGlobal('requestAnimationFrame', () => 0);
  // Nothing glides with reduced motion.
  vi.stubGlobal('window', { matchMedia: () => ({ matches: true }) });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** Errors of form, which neither lost names nor emptied containers explain. */
const isOfForm = (error: string) => !/^HED(20[46]|3|401)/.test(error);

const codeOf = (error: string) => error.slice(0, 'HED000'.length);

/** How many steps of the history a gesture may be. */
const stepsOf = (kind: string) => (kind === 'extract-inline' ? 2 : 1);

async function holds(text: string, gestures: readonly Gesture[]): Promise<void> {
  const stores = await openPage(text);
  const derive = createDerive();
  const first = stores.document.getState();
  const root = () => stores.view.getState().canvas.root;
  derive(first.document, root());
  let errors = errorsOf(first.document);
  let mayHaveBroken = false;
  const seen = new Set(errors.map(codeOf));
  clipboard = '';
  for (const [index, one] of gestures.entries()) {
    const isLast = index === gestures.length - 1;
    mayHaveBroken ||= mayBreak.has(one.kind);
    const { past } = stores.document.getState();
    await perform(stores, isLast ? { ...one, hasty: false } : one);
    const after = stores.document.getState();
    const where = `${index + 1}: ${one.kind} ${one.at.join(' ')}`;
    expect(after.past.length - past.length, `${where}: steps`).toBeLessThanOrEqual(stepsOf(one.kind));
    expect(derive(after.document, root()), `${where}: the canvas`).toEqual(deriveAnew(after.document, root()));
    const now = errorsOf(after.document);
    if (!mayHaveBroken && now.length > errors.length) expect(now, `${where}: no new errors`).toEqual(errors);
    // A copy has the errors of what it was copied from.
    const others = now.filter((error) => isOfForm(error) && !seen.has(codeOf(error)));
    expect(others, `${where}: no other errors`).toEqual([]);
    for (const error of now) seen.add(codeOf(error));
    errors = now;
    if (one.hasty && !isLast) continue;
    expect(after.sync, where).toBe('current');
    expect(readsAs(after.text, after.document), `${where}: text and document are the same`).toBe(true);
    mayHaveBroken = false;
  }
  const { text: last } = stores.document.getState();
  const steps = await undoAll(stores);
  expect(stores.document.getState().text, 'undone').toBe(text);
  for (let step = 0; step < steps; step += 1) await stores.document.actions.redo();
  await stores.document.actions.settled();
  expect(stores.document.getState().text, 'done again').toBe(last);
  const later = await reopenPage(stores);
  expect(later.document.getState().text, 'opened later').toBe(last);
  await undoAll(later);
  expect(later.document.getState().text, 'undone later').toBe(text);
}

/** Takes back all steps of the history, and returns how many there were. */
async function undoAll({ document }: AppStores): Promise<number> {
  let steps = 0;
  for (; document.getState().past.length > 0; steps += 1) {
    await document.actions.undo();
    await document.actions.settled();
  }
  return steps;
}

const note = fc.record({
  text: fc.constantFrom('', 'A note', '# Why'),
  at: fc.tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 600 })),
});

/** Nested tasks, perhaps also in functions, and perhaps with notes. */
const anyDocument = fc
  .tuple(nestedDocument, fc.boolean(), fc.array(note, { maxLength: 2 }))
  .map(([document, isWithFunctions, notes]) => {
    const sound = withoutProblems(isWithFunctions ? withFunctions(document) : document);
    return notes.length === 0 ? sound : { ...sound, layout: { notes } };
  });

describe('gestures of a person', () => {
  it('keep text, document and canvas the same, add no errors that are not told, and are undone exactly, also after they were done again and after a reload', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocument, fc.array(gesture, { minLength: 1, maxLength: 8 }), async (document, gestures) =>
        holds(writeYaml(document), gestures),
      ),
      { numRuns: samples('GESTURES', 6, 120) },
    );
  });

  it('after a reload are steps of their own, not a part of the last one before it', async () => {
    const before = await openPage('heddle: 1\ntasks:\n  say:\n    description: Say hello\n');
    await before.document.actions.dispatch((now) => setSettings(now, { name: 'Hello' }), 'Name it');
    const { document } = await reopenPage(before);
    const { text } = document.getState();
    await document.actions.rewrite(text, [{ at: text.indexOf('Say'), removed: 'Say', inserted: 'Sing' }], 'Replace');
    await document.actions.undo();
    expect(document.getState().text).toBe(text);
    await document.actions.undo();
    expect(document.getState().text).not.toBe(text);
  });
});
