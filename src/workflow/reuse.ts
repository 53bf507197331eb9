import { z } from 'zod';

/**
 * Which earlier runs may answer a call of a model: all of the store, only the run that this one continues, or none.
 */
export const reuseSchema = z.enum(['all', 'continued', 'never']);
export type Reuse = z.infer<typeof reuseSchema>;
