import type { IterationLog } from './iteration-log';

const one = { files_left_out: 'file was changed', tool_calls_left_out: 'call of a tool is in the events' } as const;
const many = { files_left_out: 'files were changed', tool_calls_left_out: 'calls of tools are in the events' } as const;

/** What an iteration does not list, or not all of: sentences about the changed files and the calls of tools. */
export function listUnlisted({ notes = {} }: Pick<IterationLog, 'notes'>): readonly string[] {
  const { files_unknown: unknown } = notes;
  const counted = (['files_left_out', 'tool_calls_left_out'] as const).flatMap((key) => {
    const count = Number(notes[key] ?? 0);
    return count > 0 ? [`${count.toLocaleString('en')} more ${(count === 1 ? one : many)[key]}.`] : [];
  });
  return [...(typeof unknown === 'string' ? [unknown] : []), ...counted];
}
