import { z } from 'zod';
import { commonFields } from './common';

/** One conversation with a model (language page, section 8). */
export const atomicSchema = z.strictObject({ type: z.literal('atomic'), ...commonFields });
