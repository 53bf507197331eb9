import { isJsonObject, type JsonObject } from '@/base/json';
import { tryDecodeJson } from '@/base/json-text';

/** A person's answer to whether a tool may be called: with these arguments (left out: as asked), or not, and why. */
export type ApprovalAnswer =
  | { readonly approve: true; readonly arguments?: JsonObject }
  | { readonly approve: false; readonly reason?: string };

/** Reads an answer, which may come from anywhere; undefined if it is none. */
export function readApproval(answer: string): ApprovalAnswer | undefined {
  const value = tryDecodeJson(answer);
  if (typeof value !== 'object' || value === null) return undefined;
  const { approve, arguments: args, reason, ...others } = value as Record<string, unknown>;
  if (Object.keys(others).length > 0) return undefined;
  if (approve === true && reason === undefined) {
    if (args === undefined) return { approve };
    return isJsonObject(args as JsonObject) ? { approve, arguments: args as JsonObject } : undefined;
  }
  if (approve !== false || args !== undefined) return undefined;
  if (reason === undefined) return { approve };
  return typeof reason === 'string' ? { approve, reason } : undefined;
}
