import type { StreamDelta } from '@/run/runner';
import type { RemoteText } from '../remote-text';

/** One of those who tell each other. */
interface Member {
  readonly wants: Map<string, number>;
  readonly listeners: Set<(delta: StreamDelta) => void>;
}

/** Text between parts of one process, each of which takes the place of a process. Each call opens one more. */
export function createMemoryText(): () => RemoteText {
  const members = new Set<Member>();
  return () => {
    const own: Member = { wants: new Map(), listeners: new Set() };
    members.add(own);
    return {
      hear: (listener) => {
        own.listeners.add(listener);
        return () => void own.listeners.delete(listener);
      },
      want: (id) => {
        own.wants.set(id, (own.wants.get(id) ?? 0) + 1);
        let isOver = false;
        return () => {
          if (isOver) return;
          isOver = true;
          const left = (own.wants.get(id) ?? 0) - 1;
          if (left > 0) own.wants.set(id, left);
          else own.wants.delete(id);
        };
      },
      tell: (delta) => {
        if (own.listeners.size === 0) return;
        for (const { wants, listeners } of members) {
          if (listeners === own.listeners || !wants.has(delta.executionId)) continue;
          for (const listener of listeners) listener(delta);
        }
      },
    };
  };
}
