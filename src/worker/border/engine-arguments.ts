import { z } from 'zod';
import { jsonSchema } from '@/base/json-schema';
import { runTargetsSchema } from '@/plan/partial/run-targets';
import { ownFactsSchema } from '@/providers/catalogue/own-facts';
import { providerConfigSchema, providerLimitsSchema, windowsSchema } from '@/providers/provider-config';
import type { RunUpdate } from '@/run/runner';
import { recordSchemas } from '@/storage/records';
import type { WorkflowDocument } from '@/workflow/document';
import { documentSchema } from '@/workflow/document-schema';
import { toolSchema } from '@/workflow/tasks/tools';
import { forkAtServer, id, listener, longText, natural, offset, path, signal } from './argument-schemas';
import type { ArgumentTable } from './checked';
import type { DraftPrompt, EngineApi, ToolCallRequest } from './engine-api';
import { runArguments } from './run-arguments';

const passphrase = z.string().min(1).optional();
/** A name that can be used in `{{secrets.NAME}}`. */
const secretName = id.regex(/^[A-Za-z_][A-Za-z0-9_]*$/);
const secretUse = z.object({ secret: secretName, target: path.min(1) });
const address = path.min(1);
const model = z.strictObject({ provider: id, model: id });
/** The most models in one request. */
const mostRows = 500;

const workflowSave = z.strictObject({
  id,
  name: z.string(),
  taskCount: offset,
  text: z.string(),
  history: recordSchemas.history,
  basedOn: offset,
});

const toolCallRequest = z.strictObject({
  workflowId: id,
  name: z.string().max(1000),
  tool: toolSchema,
  variables: z.record(z.string(), jsonSchema),
}) as unknown as z.ZodType<ToolCallRequest>;

const draftPrompt = z.strictObject({
  sentence: z.string().min(1).max(100_000),
  document: documentSchema.optional(),
  model: id,
}) as unknown as z.ZodType<DraftPrompt>;

const runServer = z.strictObject({ id: id.exactOptional(), address });

/** The arguments of the engine's API for the page. */
export const engineArguments: ArgumentTable<EngineApi> = {
  opened: [],
  runner: runArguments,
  workflows: {
    list: [],
    load: [id],
    save: [workflowSave],
    remove: [id],
    checkpoints: [id],
    textOf: [id, natural],
    nameRevision: [id, natural, id.optional()],
  },
  files: {
    list: [id],
    read: [id, path],
    write: [id, z.array(z.strictObject({ path, content: z.instanceof(Uint8Array) }))],
    remove: [id, z.array(path)],
  },
  definitions: {
    list: [],
    load: [id, natural.optional()],
    save: [id, documentSchema as unknown as z.ZodType<WorkflowDocument>],
    remove: [id],
  },
  keys: {
    status: [],
    set: [id, z.string(), passphrase],
    forget: [id],
    unlock: [z.string()],
  },
  secrets: {
    status: [],
    set: [secretName, z.string(), passphrase],
    forget: [id],
  },
  grants: {
    list: [],
    isAllowedFor: [id, z.array(secretUse).max(1000)],
    allow: [id, z.array(secretUse).max(1000)],
    revoke: [secretUse.extend({ scope: id.exactOptional() })],
    madeHere: [id],
  },
  settings: {
    providers: [],
    saveProvider: [providerConfigSchema],
    saveWindows: [id, windowsSchema],
    saveLimits: [id, providerLimitsSchema],
    removeProvider: [id],
  },
  signIns: {
    states: [z.number().optional()],
    nameOf: [z.string()],
    begin: [address, address, z.strictObject({ id: z.string().max(200), secret: address.exactOptional() }).optional()],
    finish: [id, longText, passphrase],
    forget: [address],
  },
  models: {
    kept: [],
    served: [id],
    connections: [],
    test: [model],
    names: [],
    rows: [id, z.array(id).max(mostRows)],
    modelsOf: [id],
    describe: [model],
    learned: [],
    forget: [z.object({ provider: id, address: z.string().max(500), model: id, parameter: id })],
    own: [],
    setOwn: [model, ownFactsSchema.optional()],
    prices: [],
    refresh: [],
    backToShipped: [],
  },
  tools: {
    offered: [toolCallRequest, signal],
    describe: [toolCallRequest, z.string().max(256)],
    call: [toolCallRequest, longText, signal],
    resources: [toolCallRequest, signal],
    read: [toolCallRequest, z.string().min(1).max(4096), signal],
    close: [],
  },
  servers: {
    list: [],
    save: [
      runServer.extend({ id: id.exactOptional(), name: z.string().max(200) }),
      z.string().max(1000).optional(),
      passphrase,
    ],
    remove: [id],
    test: [runServer, z.string().max(1000).optional()],
    start: [id, id, runTargetsSchema.optional()],
    fork: [id, id, forkAtServer],
    runs: [id, id.optional()],
    follow: [id, id, id],
    placeOf: [id],
    takeHere: [id],
    send: [id, id],
    tryNow: [],
  },
  draft: [draftPrompt, listener<string>(), signal],
  follow: [listener<readonly RunUpdate[]>(), signal],
  connectPlans: [z.instanceof(MessagePort)],
};
