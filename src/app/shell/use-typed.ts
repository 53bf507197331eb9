import { useState } from 'react';
import { isJsonObject } from '@/base/json';
import { tryDecodeJson } from '@/base/json-text';
import type { JournalPath } from '@/run/journal-path';
import { useRun } from '@/state/context';

/** What a person has typed into the form of a question, by the name of the field. */
export type Typed = Readonly<Record<string, string>>;

/**
 * What is typed into the form of a question. It is kept in the storage of the browser's tab, so that it outlasts other
 * tabs of the drawer, other screens and a reload.
 */
export function useTyped(path: JournalPath): readonly [typed: Typed, type: (name: string, text: string) => void] {
  const executionId = useRun((state) => state.executionId);
  const key = buildKey(executionId, path);
  const [typed, setTyped] = useState<Typed>(() => readTyped(key));
  const type = (name: string, text: string) => {
    const next = { ...readTyped(key), [name]: text };
    writeTyped(key, next);
    setTyped((before) => ({ ...before, [name]: text }));
  };
  return [typed, type];
}

/** Forgets what was typed for a question that has its answer. */
export function forgetTyped(executionId: string, path: JournalPath): void {
  writeTyped(buildKey(executionId, path), undefined);
}

const buildKey = (executionId: string | undefined, path: JournalPath) => `heddle.typed ${executionId} ${path}`;

function readTyped(key: string): Typed {
  try {
    const stored = tryDecodeJson(sessionStorage.getItem(key) ?? '{}');
    if (!isJsonObject(stored)) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

/** A browser that stores nothing is no failure: what was typed is then gone with the form. */
function writeTyped(key: string, typed: Typed | undefined): void {
  try {
    if (typed === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(typed));
  } catch {
    // Nothing depends on it.
  }
}
