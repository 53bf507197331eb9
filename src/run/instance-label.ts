import { type JournalPath, type PathKind, parsePathSteps } from './journal-path';

/** Words for the path steps by which runs of one task differ. A path counts from `from`; persons see numbers from 1. */
const words: Partial<Record<PathKind, { readonly word: string; readonly from: 0 | 1 }>> = {
  iter: { word: 'round', from: 1 },
  attempt: { word: 'attempt', from: 1 },
  try: { word: 'try', from: 1 },
  sample: { word: 'sample', from: 1 },
  turn: { word: 'turn', from: 1 },
  tool: { word: 'tool', from: 1 },
  item: { word: 'item', from: 0 },
  step: { word: 'step', from: 0 },
};

/**
 * What distinguishes an instance from the task's other instances, for a person: `round 2 · item 3`. A first attempt is
 * not mentioned. Empty for a task that can run only once.
 */
export function formatInstance(path: JournalPath): string {
  const parts: string[] = [];
  for (const { kind, name } of parsePathSteps(path)) {
    const known = words[kind];
    if (known === undefined || (kind === 'attempt' && name === '1')) continue;
    parts.push(`${known.word} ${Number(name) + 1 - known.from}`);
  }
  return parts.join(' · ');
}
