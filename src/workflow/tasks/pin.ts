import type { Json } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import type { Task } from '.';

/** Whether a task does not run, but gives a pinned output. */
export function isPinned({ pinned }: Pick<Task, 'pinned'>): boolean {
  return pinned !== undefined && pinned !== false && pinned !== null;
}

/** An output as it is pinned: objects and lists as JSON, anything else as its text. */
export function pinOfText(text: string): Json {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return decodeJson(text) as Json;
  } catch {
    return text;
  }
}
