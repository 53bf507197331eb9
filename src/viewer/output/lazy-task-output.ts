import { lazily } from '@/ui/lazy/lazily';

/** The output of a task. It loads late, because the first screen has none. */
export const TaskOutput = lazily(async () => (await import('./task-output')).TaskOutput);
