import { lazily } from '@/ui/lazy/lazily';

/** The output of a task, of which there is none on the first screen. */
export const TaskOutput = lazily(async () => (await import('./task-output')).TaskOutput);
