import { z } from 'zod';
import { size } from './event-data';

/** A file that was sent, in the form in which events store it (`AttachedFile`). */
export const attachedFileSchema = z.strictObject({
  ref: z.string(),
  name: z.string(),
  kind: z.enum(['image', 'pdf', 'audio', 'text']),
  mediaType: z.string(),
  bytes: size,
  width: size.exactOptional(),
  height: size.exactOptional(),
  pages: size.exactOptional(),
  seconds: size.exactOptional(),
});
