import type { Json } from '@/base/json';
import type { Environment } from '@/workflow/expressions/environment';
import { asText, parseTemplate, renderTemplate, resolvePath } from '@/workflow/expressions/template';
import type { Tool } from '@/workflow/tasks/tools';
import type { HttpRequest } from '../ports/tool-client';
import { refused } from './handler-tool';
import type { Secrets } from './secrets';

/**
 * Fills in the templates of a request: `{{secrets.NAME}}` with the machine's secrets, everything else with the names of
 * the environment.
 */
export function fillRequest(http: NonNullable<Tool['http']>, environment: Environment, secrets: Secrets): HttpRequest {
  const body = http.body === undefined ? undefined : fillBody(http.body, environment, secrets);
  const headers = fillNamed(http.headers, environment, secrets);
  const named = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const type = body === undefined || named || !isJsonText(body) ? {} : { 'content-type': 'application/json' };
  return {
    method: http.method ?? (body === undefined ? 'GET' : 'POST'),
    url: fillUrl(http.url, environment, secrets),
    headers: { ...type, ...headers },
    ...(body === undefined ? {} : { body }),
  };
}

/** Texts by name, such as headers, with their templates filled in. */
export function fillNamed(
  texts: Readonly<Record<string, string>> | undefined,
  environment: Environment,
  secrets: Secrets,
): Readonly<Record<string, string>> {
  const entries = Object.entries(texts ?? {});
  return Object.fromEntries(entries.map(([name, text]) => [name, fillText(text, environment, secrets)]));
}

/** A text with its templates filled in. */
export function fillText(text: string, environment: Environment, secrets: Secrets): string {
  return fill(text, environment, secrets, (value) => value);
}

/**
 * An address with its templates filled in. Values are percent-encoded, except one at the very start, which holds the
 * host.
 */
export function fillUrl(url: string, environment: Environment, secrets: Secrets): string {
  return fill(url, environment, secrets, (text, isFirst) => (isFirst ? text : encodeURIComponent(text)));
}

/**
 * Fills in a body. A text stays a text; if it is JSON, values are escaped for use within quotes. Any other body is sent
 * as JSON.
 */
function fillBody(body: Json, environment: Environment, secrets: Secrets): string {
  if (typeof body !== 'string') return JSON.stringify(fillDeep(body, environment, secrets));
  const encode = isJsonText(body) ? (text: string) => JSON.stringify(text).slice(1, -1) : (text: string) => text;
  return fill(body, environment, secrets, encode);
}

/** Fills in a JSON value. A text that is a single reference becomes the value itself, so a number stays a number. */
function fillDeep(value: Json, environment: Environment, secrets: Secrets): Json {
  if (typeof value === 'string') {
    const parts = parseTemplate(value);
    const only = parts.ok && parts.value.length === 1 ? parts.value[0] : undefined;
    if (only?.kind !== 'reference' || only.path.startsWith(ofSecrets)) {
      return fillText(value, environment, secrets);
    }
    const found = resolvePath(only.path, environment);
    if (!found.ok) throw missing(found.error.missing);
    return found.value;
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((member) => fillDeep(member, environment, secrets));
  const members = Object.entries(value).map(([key, member]) => [key, fillDeep(member, environment, secrets)]);
  return Object.fromEntries(members);
}

const ofSecrets = 'secrets.';

function fill(
  template: string,
  environment: Environment,
  secrets: Secrets,
  encode: (text: string, isFirst: boolean) => string,
): string {
  const parts = parseTemplate(template);
  if (!parts.ok) return template;
  return parts.value
    .map((part, index) => {
      if (part.kind === 'text') return part.text;
      return encode(textOf(part.path, environment, secrets), index === 0);
    })
    .join('');
}

function textOf(path: string, environment: Environment, secrets: Secrets): string {
  if (path.startsWith(ofSecrets)) return secrets.get(path.slice(ofSecrets.length));
  const rendered = renderTemplate(`{{${path}}}`, environment);
  if (!rendered.ok) throw missing(rendered.error.missing);
  return asText(rendered.value);
}

function missing(name: string): Error {
  return refused(`The tool needs “${name}”, which is neither a parameter that was given nor a name of the task.`);
}

function isJsonText(text: string): boolean {
  return /^\s*[[{"]/.test(text);
}
