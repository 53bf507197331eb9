import { z } from 'zod';

/** How hard a model thinks before it answers, from not at all to as hard as it can (language page, section 11). */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** Schema of {@link reasoningEfforts}. */
export const reasoningEffortSchema = z.enum(reasoningEfforts);
export type ReasoningEffort = z.infer<typeof reasoningEffortSchema>;
