import { z } from 'zod';

/**
 * A file that goes to the model with the prompt: the path of a file of the workflow, all files whose paths match a
 * pattern, or the output of another task. Paths and patterns are templates.
 */
const attachmentSchema = z.union([
  z.string().min(1),
  z.strictObject({ glob: z.string().min(1) }),
  z.strictObject({ from: z.string().min(1) }),
]);
export type Attachment = z.infer<typeof attachmentSchema>;

/** Fields that only atomic tasks have. */
export const atomicFields = {
  attachments: z
    .array(attachmentSchema)
    .optional()
    .meta({ description: 'Files the model is sent: images, PDF, audio, text. A path, {glob}, or {from: task}.' }),
};
