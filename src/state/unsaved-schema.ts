import { z } from 'zod';
import { layoutSchema, settingsSchema } from '@/workflow/document-schema';
import { taskIdSchema } from '@/workflow/name-schemas';
import { taskSchema } from '@/workflow/tasks/task-schema';

const editSchema = z.strictObject({ at: z.number().int().min(0), removed: z.string(), inserted: z.string() });
const taskChangeSchema = z.strictObject({
  before: taskSchema.optional(),
  after: taskSchema.optional(),
  index: z.number().int(),
  from: z.number().int().optional(),
});
const createEndsSchema = <T extends z.ZodType>(value: T) =>
  z.strictObject({ before: value.optional(), after: value.optional() });
/** Schema of the unsaved edits of a workflow. It loads only if there are any. */
export const unsavedSchema = z.strictObject({
  version: z.literal(1),
  versions: z.array(
    z.strictObject({ revision: z.number().int(), length: z.number().int(), edits: z.array(editSchema) }),
  ),
  unwritten: z.array(
    z.strictObject({
      label: z.string(),
      mark: z.string(),
      tasks: z.array(z.tuple([taskIdSchema, taskChangeSchema])),
      settings: createEndsSchema(settingsSchema).optional(),
      layout: createEndsSchema(layoutSchema).optional(),
    }),
  ),
});
