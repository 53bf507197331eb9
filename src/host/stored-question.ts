import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import type { BlobStore } from '@/engine/ports/blob-store';
import type { OpenQuestion, Payload } from '@/run/run-state';
import { type AskForm, readForm } from '@/workflow/ask-form';

/** An open question with what is stored for it. */
export interface StoredQuestion {
  readonly question: OpenQuestion;
  readonly text: string;
  /** Of a question without a form: one field for its text. */
  readonly form: AskForm;
  /** Of a call that is to be approved: its arguments, and their JSON Schema. */
  readonly args: JsonObject;
  readonly parameters: JsonObject;
}

/** The form of a question that takes any text. */
const anyText: AskForm = { answer: { type: 'text', required: true } };

/** Reads what is stored for a question. */
export async function readQuestion(
  question: OpenQuestion,
  executionId: string,
  blobs: BlobStore,
): Promise<StoredQuestion> {
  const readPayloadText = async ({ text, length, ref }: Payload): Promise<string> =>
    ref === undefined || length <= text.length ? text : ((await blobs.get(executionId, ref)) ?? '');
  const parsePayload = async (payload: Payload | undefined): Promise<Json> =>
    payload === undefined ? null : (decodeJson((await readPayloadText(payload)) || 'null') as Json);
  const [args, parameters] = [
    await parsePayload(question.call?.arguments),
    await parsePayload(question.call?.parameters),
  ];
  return {
    question,
    text: await readPayloadText(question.text),
    form: question.call === undefined ? (readForm(await parsePayload(question.form)) ?? anyText) : {},
    args: isJsonObject(args) ? args : {},
    parameters: isJsonObject(parameters) ? parameters : {},
  };
}
