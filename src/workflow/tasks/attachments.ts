import { z } from 'zod';

/**
 * What a task hands to its model beside its prompt: the path of a file of the workflow, all files whose paths fit a
 * pattern, or what another task gave. Paths and patterns are templates.
 */
const attachmentSchema = z.union([
  z.string().min(1),
  z.strictObject({ glob: z.string().min(1) }),
  z.strictObject({ from: z.string().min(1) }),
]);
export type Attachment = z.infer<typeof attachmentSchema>;

/** Fields of an atomic task alone. */
export const atomicFields = {
  attachments: z
    .array(attachmentSchema)
    .optional()
    .meta({ description: 'Files the model is sent: images, PDF, audio, text. A path, {glob}, or {from: task}.' }),
};
