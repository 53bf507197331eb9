import { z } from 'zod';
import { isReserved, namePattern, notWritten, reservedName } from './name';

/** A name that a person gives to a task, an agent, a variable, an input or a provider. */
export const nameSchema = z
  .string()
  .regex(namePattern, notWritten)
  .refine((name) => !isReserved(name), reservedName);
