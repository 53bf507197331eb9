import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { createToolError } from '@/base/tool-error';
import { inspectFile } from '@/plan/attachments/inspect-file';
import type { Environment } from '@/workflow/expressions/environment';
import type { TemplatePart } from '@/workflow/expressions/template';
import type { Tool } from '@/workflow/tasks/tools';
import type { Files } from '../ports/files';
import type { HttpRequest } from '../ports/tool-client';
import { normalizeToolFilePath, readFileBytes } from './file-access';
import { fillAddress, fillPairs } from './fill-address';
import { buildMultipartBody, type FormPart } from './multipart-body';
import {
  checkWholeText,
  encodeFormText,
  fillField,
  fillHeaders,
  fillParts,
  fillText,
  findOnlyReference,
  type RequestValues,
  readReferenceText,
  readReferenceValue,
  readTemplateParts,
} from './request-values';
import type { Secrets } from './secrets';

type Http = NonNullable<Tool['http']>;

/**
 * Fills in the templates of a request: `{{secrets.NAME}}` with the machine's secrets, everything else with the names of
 * the environment. `files`: those that a form can send; left out: none.
 */
export async function fillRequest(
  http: Http,
  environment: Environment,
  secrets: Secrets,
  files?: Files,
): Promise<HttpRequest> {
  const values = { environment, secrets };
  const headers = fillHeaders(http.headers, values);
  const name = Object.keys(headers).find((one) => one.toLowerCase() === 'content-type');
  const given = name === undefined ? undefined : headers[name];
  const url = fillAddress(http.url, values, http.query);
  const filled =
    http.form === undefined ? fillBody(http.body, given, values) : await fillForm(http.form, given, values, files);
  const method = http.method ?? (filled === undefined ? 'GET' : 'POST');
  if (filled === undefined) return { method, url, headers };
  const { type, body } = filled;
  return {
    method,
    url,
    headers: { ...headers, ...(type === undefined ? {} : { [name ?? 'content-type']: type }) },
    body,
  };
}

/** A body, and its content type if the headers do not give it. */
interface FilledBody {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly type?: string;
}

const urlencoded = 'application/x-www-form-urlencoded';

/** Fills in a form. It is sent as `multipart/form-data` if there is a file in it, or if the headers say so. */
async function fillForm(
  form: NonNullable<Http['form']>,
  given: string | undefined,
  values: RequestValues,
  files: Files | undefined,
): Promise<FilledBody> {
  const isMultipart =
    isOfType(given, 'multipart/form-data') || Object.values(form).some((field) => typeof field !== 'string');
  if (!isMultipart) {
    const pairs = Object.entries(form).flatMap(([name, text]) =>
      fillField(readTemplateParts(String(text)), values, encodeFormText).map(
        (value) => `${encodeFormText(name)}=${value}`,
      ),
    );
    return { body: pairs.join('&'), ...(given === undefined ? { type: urlencoded } : {}) };
  }
  const parts: FormPart[] = [];
  for (const [name, field] of Object.entries(form)) {
    if (typeof field === 'string')
      parts.push(...fillField(readTemplateParts(field), values, checkWholeText).map((value) => ({ name, value })));
    else parts.push(...(await readFormFile(name, field.file, values, files)));
  }
  return buildMultipartBody(parts);
}

/** The file of a field of a form; none if its path has no value. */
async function readFormFile(
  name: string,
  template: string,
  values: RequestValues,
  files: Files | undefined,
): Promise<readonly FormPart[]> {
  const paths = fillField(readTemplateParts(template), values).filter((path) => path !== '');
  return Promise.all(
    paths.map(async (written) => {
      if (files === undefined) throw createToolError('This form sends a file, which only a task in a run can do.');
      const path = normalizeToolFilePath(written);
      const value = await readFileBytes(files, path);
      const file = path.slice(path.lastIndexOf('/') + 1);
      const inspected = inspectFile(file, value);
      return { name, value, file, type: inspected.ok ? inspected.facts.mediaType : 'application/octet-stream' };
    }),
  );
}

function fillBody(body: Json | undefined, given: string | undefined, values: RequestValues): FilledBody | undefined {
  if (body === undefined) return undefined;
  const text =
    typeof body === 'string'
      ? fillTextBody(readTemplateParts(body), given, values)
      : encodeJson(fillDeep(body, values));
  return { body: text, ...(given === undefined && isJsonText(text) ? { type: 'application/json' } : {}) };
}

/**
 * Fills in a body that is a text: fields of a form under the type of forms, values of JSON if it is written as JSON,
 * else a text as it is.
 */
function fillTextBody(parts: readonly TemplatePart[], given: string | undefined, values: RequestValues): string {
  if (isOfType(given, urlencoded)) return fillPairs(parts, values, encodeFormText);
  const [first] = parts;
  if (first?.kind !== 'text' || !isJsonText(first.text)) return fillParts(parts, values, checkWholeText);
  let isQuoted = false;
  const filled = parts.map((part) => {
    if (part.kind === 'text') {
      isQuoted = isEndingQuoted(part.text, isQuoted);
      return part.text;
    }
    if (isQuoted) return encodeJson(readReferenceText(part, values)).slice(1, -1);
    return encodeJson(part.joinedBy === undefined ? readReferenceValue(part, values) : readReferenceText(part, values));
  });
  return filled.join('');
}

/** Whether JSON ends within quotes, if it began so. */
function isEndingQuoted(json: string, isQuoted: boolean): boolean {
  const quotes = json.match(/\\.|"/gs)?.filter((mark) => mark === '"') ?? [];
  return quotes.length % 2 === 0 ? isQuoted : !isQuoted;
}

/** Fills in a JSON value. A text that is a single reference becomes the value itself, so a number stays a number. */
function fillDeep(value: Json, values: RequestValues): Json {
  if (typeof value === 'string') {
    const only = findOnlyReference(readTemplateParts(value));
    return only === undefined || only.joinedBy !== undefined
      ? fillText(value, values)
      : readReferenceValue(only, values);
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((member) => fillDeep(member, values));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fillDeep(member, values)]));
}

function isJsonText(text: string): boolean {
  return /^\s*[[{"]/.test(text);
}

/** Whether a content type, perhaps with parameters, is this one. */
function isOfType(given: string | undefined, type: string): boolean {
  return given?.split(';', 1)[0]?.trim().toLowerCase() === type;
}
