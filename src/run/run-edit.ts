import { z } from 'zod';
import { payloadSchema } from './event-data';
import type { JournalPath } from './journal-path';

/** What a person can write: the output of a task, the result of an effect, the prompt of a first turn. */
export const editedThings = ['output', 'result', 'prompt'] as const;
export type EditedThing = (typeof editedThings)[number];

/**
 * What a person wrote in place of what an earlier run recorded. `path`: of the execution of a task (`output`), of a
 * reply, a tool's result, a script or an answer (`result`), or of a turn (`prompt`).
 */
export interface RunEdit {
  readonly path: JournalPath;
  readonly of: EditedThing;
  /** The whole text. */
  readonly text: string;
}

/** An edit as a fork stores it: a long text is a payload of the fork. */
const storedEditSchema = z.strictObject({
  path: z.string(),
  of: z.enum(editedThings),
  text: payloadSchema,
});
export type StoredEdit = z.infer<typeof storedEditSchema>;

/** The fork point of a run as it is stored. */
export const forkedFromSchema = z.strictObject({
  executionId: z.string(),
  seq: z.number().int(),
  edits: z.array(storedEditSchema).exactOptional(),
  /** Set if what was recorded by then is taken whatever it was asked with. */
  holds: z.literal(true).exactOptional(),
});
