import { z } from 'zod';
import { exportOptionsSchema } from '@/formats/export-text';
import { runTargetsSchema } from '@/plan/partial/run-targets';
import { protocolSchema, windowsSchema } from '@/providers/provider-config';
import type { SentChange } from '@/workflow/change';
import { findableKinds } from '@/workflow/find/map-findable';
import type { ChosenTexts } from '@/workflow/find/replace-texts';
import type { TextQuery } from '@/workflow/find/text-query';
import { forkOutline, forkRequest, id, listener, longText, signal, textPlace } from './argument-schemas';
import type { ArgumentTable } from './checked';
import type { DocumentsApi, DocumentsConfig } from './documents-api';

const text = z.string();
const count = z.number().int().min(0);
const edits = z.array(z.strictObject({ at: z.number().int().min(0), removed: text, inserted: text }));

/** The content of a change is not checked: it was checked when the change was made, and may have many tasks. */
const changed = z.strictObject({ before: z.unknown(), after: z.unknown() });
const delta = z.union([
  z.strictObject({ value: z.unknown() }),
  z.strictObject({ members: z.map(text, z.unknown()), keys: z.array(text).exactOptional() }),
]);
const change = z.strictObject({
  tasks: z.map(text, changed.extend({ index: count, from: count.exactOptional() })),
  settings: delta.exactOptional(),
  layout: delta.nullable().exactOptional(),
}) as unknown as z.ZodType<SentChange>;

const config: z.ZodType<DocumentsConfig> = z.object({
  providers: z.array(
    z.object({ id: text, windows: windowsSchema.optional(), protocol: protocolSchema.exactOptional() }),
  ),
  models: z.unknown(),
  prices: z.unknown(),
});

const query: z.ZodType<TextQuery> = z.strictObject({
  text,
  replacement: text,
  matchCase: z.boolean(),
  wholeWord: z.boolean(),
  isRegex: z.boolean(),
  kinds: z.array(z.enum(findableKinds)),
});
const keys = z.array(text);
const chosen: z.ZodType<ChosenTexts> = z.union([z.strictObject({ allBut: keys }), z.strictObject({ only: keys })]);

/** The arguments of the document worker's API. */
export const documentsArguments: ArgumentTable<DocumentsApi> = {
  configure: [config],
  connectEngine: [z.instanceof(MessagePort)],
  open: [text],
  edit: [edits],
  change: [change],
  read: [count],
  readPart: [count, count],
  find: [z.union([text, count])],
  exportText: [exportOptionsSchema],
  readFile: [z.instanceof(Uint8Array), text],
  readPasted: [text],
  copy: [z.array(text)],
  readFragment: [text],
  xml: [text.optional()],
  readXml: [text],
  checkXml: [text],
  diff: [text],
  plan: [id],
  planHash: [id],
  start: [id, runTargetsSchema.optional()],
  startDry: [id],
  fork: [id, forkRequest, runTargetsSchema.optional()],
  forecastPart: [id, id.optional(), count, z.array(runTargetsSchema).max(10)],
  forecastFork: [forkOutline],
  forecast: [id, z.number().int().min(0)],
  textNames: [textPlace],
  fillText: [textPlace, id, longText],
  tryExpression: [textPlace, longText, z.boolean()],
  findTexts: [query, count, count],
  replaceTexts: [query, chosen, listener(), signal],
};
