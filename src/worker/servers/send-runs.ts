import type { z } from 'zod';
import { encodeBase64 } from '@/base/base64';
import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import { hashText } from '@/base/hash';
import { buildForkPoint } from '@/host/new-run';
import { listSources } from '@/host/sources-of';
import { findPretence } from '@/plan/simulated-only';
import type { ForkedFrom } from '@/run/run-state';
import type { Execution, ForkRequest } from '@/run/runner';
import { runIsGone } from '@/storage/run-order';
import type { Stores } from '@/storage/stores';
import { writeRunFile } from '@/storage/transfer/write-run-file';
import { runAnswer } from './server-answers';
import { isGoneThere, type ServerClient } from './server-client';
import type { ServersOptions } from './servers-options';

/** What is sent of, and what must not be in it. */
type Sending = Pick<ServersOptions, 'stores' | 'secrets'>;

type SentRun = z.infer<typeof runAnswer>;

/** A name as a server takes it: no path. */
const makeSentName = (text: string) =>
  text
    .replaceAll(/[\\/:\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200) || 'workflow';

/** Ids that a server lets a run keep. Those of this page are so, and those that servers make. */
const kept = /^[0-9a-f-]{16,64}$/;

/** A workflow as it is saved, as a server takes it. Error `VALIDATION_ERROR`: it is no longer here. */
export async function readSentWorkflow({ workflows }: Pick<Stores, 'workflows'>, workflowId: string) {
  const workflow = await workflows.load(workflowId);
  if (workflow === undefined) throw new AppError('VALIDATION_ERROR', 'This workflow is no longer here.');
  return { name: makeSentName(workflow.name), notation: 'yaml', text: workflow.text };
}

/** The files of a workflow, for a body of JSON. */
export async function readSentFiles({ files }: Pick<Stores, 'files'>, workflowId: string) {
  return Promise.all(
    (await files.list(workflowId)).map(async ({ path }) => {
      const content = await files.read(workflowId, path);
      return { path, base64: encodeBase64(content ?? new Uint8Array()) };
    }),
  );
}

/** Sends a run as it is, with the files of its workflow. `id`: the one that it keeps there; left out: a new one. */
export async function sendCopy(
  { stores, secrets }: Sending,
  client: ServerClient,
  { id: executionId, workflowId, name }: Pick<Execution, 'id' | 'workflowId' | 'name'>,
  id?: string,
): Promise<SentRun> {
  const { workflows, files } = stores;
  const form = new FormData();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const written = writeRunFile(stores, executionId, { payloads: true, secrets: secrets() });
  for await (const piece of written) pieces.push(piece);
  form.set('name', makeSentName((await workflows.load(workflowId))?.name ?? name));
  if (id !== undefined) form.set('id', id);
  form.set('archive', new File(pieces, 'run.jsonl'));
  for (const { path } of await files.list(workflowId)) {
    const content = await files.read(workflowId, path);
    if (content !== undefined) form.append('files', new File([new Uint8Array(content)], path));
  }
  return client.json('/runs/archive', runAnswer, { method: 'POST', body: form });
}

/**
 * Sends the runs that a fork takes from, as far as the server does not have them; under their ids, by which they name
 * each other. Resolves to the id there of the run to fork.
 */
export async function sendSources(
  sending: Sending,
  client: ServerClient,
  executionId: string,
  { seq, holds }: Pick<ForkRequest, 'seq' | 'holds'>,
): Promise<string> {
  const { stores } = sending;
  const run = await stores.executions.get(executionId);
  if (run === undefined) throw runIsGone();
  const from = { ...buildForkPoint(run, seq), ...defined({ holds: holds || undefined }) };
  const others = (await listSources(stores, { forkedFrom: from }, findPretence(run.plan))).filter(
    (one) => one.executionId !== executionId,
  );
  await sendMissing(sending, client, others);
  return sendOne(sending, client, from);
}

/** Sends runs as far as the server does not have them; the newest come first. */
export async function sendMissing(sending: Sending, client: ServerClient, runs: readonly ForkedFrom[]): Promise<void> {
  for (const one of runs.toReversed()) await sendOne(sending, client, one);
}

async function sendOne(sending: Sending, client: ServerClient, { executionId, seq }: ForkedFrom): Promise<string> {
  const there = await runThere(client, executionId);
  if (there !== undefined && there.lastSeq >= seq) return executionId;
  const run = await sending.stores.executions.get(executionId);
  if (run === undefined) return executionId;
  if (there === undefined && kept.test(executionId)) return (await sendCopy(sending, client, run, executionId)).id;
  // It went on here since it was sent: that is another log than the one there, with an id that follows from both.
  const id = hashText(`${executionId} ${run.lastSeq}`).slice(0, 32);
  const copy = await runThere(client, id);
  return copy !== undefined && copy.lastSeq >= run.lastSeq ? id : (await sendCopy(sending, client, run, id)).id;
}

async function runThere(client: ServerClient, executionId: string): Promise<SentRun | undefined> {
  return client.json(`/runs/${executionId}`, runAnswer).catch((error: unknown) => {
    if (isGoneThere(error)) return undefined;
    throw error;
  });
}
