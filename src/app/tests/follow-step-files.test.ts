import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { AppStores } from '@/state/context';
import { followStepFile } from './follow-step-files';

interface Step {
  readonly mark: string;
}

/** A page with files, whose edit history is set by hand. */
function openPage() {
  const document = createStore(() => ({ id: 'w1', past: [] as readonly Step[], future: [] as readonly Step[] }));
  const contents = new Map<string, string>();
  const open: (() => void)[] = [];
  let isSlow = false;
  const name = (workflow: string, path: string) => `${workflow}${path}`;
  const files = {
    read: async (workflow: string, path: string) => {
      const text = contents.get(name(workflow, path));
      return text === undefined ? undefined : new TextEncoder().encode(text);
    },
    write: async (workflow: string, all: readonly { readonly path: string; readonly content: Uint8Array }[]) => {
      if (isSlow) await new Promise<void>((resolve) => open.push(resolve));
      for (const { path, content } of all) contents.set(name(workflow, path), new TextDecoder().decode(content));
    },
    remove: async (workflow: string, paths: readonly string[]) => {
      for (const path of paths) contents.delete(name(workflow, path));
    },
  };
  const stores = { document, services: { files } } as unknown as AppStores;
  const follow = (mark: string, before: string | undefined, after: string, onFollowed?: () => void) => {
    const bytesOf = (text: string | undefined) => (text === undefined ? undefined : new TextEncoder().encode(text));
    contents.set('w1/a', after);
    followStepFile(stores, mark, { path: '/a', before: bytesOf(before), after: bytesOf(after) }, onFollowed);
  };
  const steps = (past: readonly string[], future: readonly string[], id = 'w1') =>
    document.setState({ id, past: past.map((mark) => ({ mark })), future: future.map((mark) => ({ mark })) });
  return {
    ...{ contents, follow, steps },
    slow: () => {
      isSlow = true;
    },
    goOn: async () => {
      await vi.waitFor(() => expect(open.length).toBeGreaterThan(0));
      open.shift()?.();
    },
  };
}

it('a file that a step made is gone after undo, and there again after redo', async () => {
  const { contents, follow, steps } = openPage();
  const onFollowed = vi.fn();
  follow('m', undefined, 'new', onFollowed);
  steps(['m'], []);
  steps([], ['m']);
  await vi.waitFor(() => expect(contents.has('w1/a')).toBe(false));
  steps(['m'], []);
  await vi.waitFor(() => expect(contents.get('w1/a')).toBe('new'));
  await vi.waitFor(() => expect(onFollowed).toHaveBeenCalledTimes(2));
});

it('of a gesture that goes on, undo brings back what was there before all of it', async () => {
  const { contents, follow, steps } = openPage();
  follow('m', 'one', 'two');
  follow('m', 'two', 'three');
  steps(['m'], []);
  steps([], ['m']);
  await vi.waitFor(() => expect(contents.get('w1/a')).toBe('one'));
  steps(['m'], []);
  await vi.waitFor(() => expect(contents.get('w1/a')).toBe('three'));
});

it('the history of another workflow moves no file, not even one of the same name there', async () => {
  const { contents, follow, steps } = openPage();
  follow('m', 'one', 'two');
  contents.set('w2/a', 'two');
  steps(['m'], []);
  steps([], ['m'], 'w2');
  steps([], ['m']);
  await vi.waitFor(() => expect(contents.get('w1/a')).toBe('one'));
  expect(contents.get('w2/a')).toBe('two');
});

it('undo and redo in quick succession are followed one after the other', async () => {
  const { contents, follow, slow, goOn, steps } = openPage();
  follow('m', 'one', 'two');
  steps(['m'], []);
  slow();
  steps([], ['m']);
  steps(['m'], []);
  await goOn();
  await goOn();
  await vi.waitFor(() => expect(contents.get('w1/a')).toBe('two'));
});
