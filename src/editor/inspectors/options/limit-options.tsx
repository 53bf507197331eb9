import { LimitFields } from '../common/limit-fields';
import type { LimitKey } from '../common/limit-rows';
import { EarlierOutputFields, LongOutputFields, OutputFileFields } from '../common/more-limits';
import type { TaskOption } from './task-option';

function describeLimit(key: LimitKey, label: string, help: string, also: string): TaskOption {
  return { label, help, also, paths: [['limits', key]], Fields: () => <LimitFields keys={[key]} /> };
}

/** How much of everything a task may take. */
export const limitOptions: readonly TaskOption[] = [
  describeLimit('maxTotalCostUsd', 'Budget of this task', 'stops and asks at this amount', 'cost price dollars limit'),
  describeLimit('maxTotalTokens', 'Budget in tokens', 'stops and asks at this number', 'limit cost'),
  describeLimit('maxOutputTokens', 'Output tokens', 'at most, per call', 'limit length budget'),
  describeLimit('maxTurns', 'Turns', 'model calls, at most', 'limit budget'),
  describeLimit('timeoutMs', 'Time', 'stops the task after that time', 'timeout limit ms'),
  {
    label: 'Share of the window',
    help: 'of the model’s window, at most',
    also: 'limit context warning',
    paths: [
      ['limits', 'maxContextWindowFraction'],
      ['limits', 'warningThreshold'],
    ],
    isTitled: true,
    Fields: () => <LimitFields keys={['maxContextWindowFraction', 'warningThreshold']} />,
  },
  {
    label: 'Long outputs',
    help: 'how much of an output prompts see',
    also: 'limit truncate stdout stderr bytes',
    paths: [
      ['limits', 'truncationStrategy'],
      ['limits', 'maxStdoutBytes'],
      ['limits', 'maxStderrBytes'],
      ['limits', 'maxCombinedBytes'],
    ],
    isTitled: true,
    Fields: LongOutputFields,
  },
  {
    label: 'Files of whole outputs',
    help: 'large outputs are kept as files',
    also: 'limit storage compress folder',
    paths: [
      ['limits', 'externalStorageThreshold'],
      ['limits', 'maxStoredBytes'],
      ['limits', 'externalStorageDir'],
      ['limits', 'compressExternal'],
    ],
    isTitled: true,
    Fields: OutputFileFields,
  },
  {
    label: 'Earlier outputs in a call',
    help: 'how much of them, and which stay',
    also: 'limit context cleanup bytes',
    paths: [
      ['limits', 'maxContextBytes'],
      ['limits', 'maxContextTasks'],
      ['limits', 'cleanupStrategy'],
    ],
    isTitled: true,
    Fields: EarlierOutputFields,
  },
];
