import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment } from '@/workflow/task-path';
import type { ForecastReason } from './forecast';

/** Why a run would not simply take over the result of a task, for a person. */
export function formatForecastReason(why: ForecastReason | undefined): string {
  switch (why?.kind) {
    case 'new':
      return 'New since the last run';
    case 'unfinished':
      return 'It did not end well in the last run';
    case 'changed':
      return `Changed: ${why.fields.map(formatFieldName).join(', ')}`;
    case 'follows':
      return `Asked again if ${formatForecastTask(why.task)} answers otherwise`;
    case 'part':
      return `Because of ${formatForecastTask(why.task)} in it`;
    case 'lost':
      return 'Its long output is not stored in the last run';
    case 'never':
      return 'It is always asked: reuse is never';
    case 'written':
      return 'You wrote a part of it';
    default:
      return '';
  }
}

/** The name of a task; of the task of a function, that of the function. */
function formatForecastTask(path: string): string {
  const [, called] = /\/call:([^/]+)\/task$/.exec(path) ?? [];
  return called ?? formatSegment(getLastSegment(path));
}

/** Fields of a plan whose names say too little. */
const words: Readonly<Record<string, string>> = {
  needs: 'what it runs after',
  triggerRule: 'when it starts',
  condition: 'its condition',
  system: 'its instructions',
  instructions: 'its instructions',
  options: 'model options',
  outputSchema: 'output schema',
  expectedOutput: 'expected output',
  reasoningEffort: 'thinking',
  memoryIndex: 'memory index',
};

/** A field of a plan in words: `limits.maxOutputTokens` is `max output tokens`. */
function formatFieldName(field: string): string {
  const last = field.split('.').at(-1) ?? field;
  return words[field] ?? last.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
