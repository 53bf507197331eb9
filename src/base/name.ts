import { z } from 'zod';

/** Names that every JavaScript object already answers to; refused as ids, so that plain records are safe to look up in. */
const reserved = new Set(Object.getOwnPropertyNames(Object.prototype));

/** A name that a person gives to a task, an agent, a variable, an input or a provider. */
export const nameSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_.-]*$/, 'A name starts with a letter or _, and goes on with letters, digits, _ . -')
  .refine((name) => !reserved.has(name), 'This name is reserved. Choose another.');
