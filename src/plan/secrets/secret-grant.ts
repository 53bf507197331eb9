import { z } from 'zod';
import { err, ok, type Result } from '@/base/result';
import { findAddressOrigin } from '@/workflow/tasks/secret-target';

/** A secret, by its name, and where it is sent: an origin, or `stdio:COMMAND`. */
export interface SecretUse {
  readonly secret: string;
  readonly target: string;
}

const secretName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A use that a person allowed on this machine. */
export const secretGrantSchema = z.strictObject({
  secret: z.string().regex(secretName),
  target: z.string().min(1).max(2000),
  /** The document that it was allowed for: an id in a page, a file or folder on the command line; left out: all. */
  scope: z.string().optional(),
  /** When, in ISO 8601. */
  at: z.string(),
});
export type SecretGrant = z.infer<typeof secretGrantSchema>;

/** Parses `NAME=https://api.example.org` or `NAME=stdio:COMMAND`. Refused with a message. */
export function parseSecretUse(text: string): Result<SecretUse, string> {
  const at = text.indexOf('=');
  const secret = text.slice(0, Math.max(at, 0)).trim();
  const target = text.slice(at + 1).trim();
  const example = 'Write NAME=https://api.example.org, or NAME=stdio:COMMAND.';
  if (!secretName.test(secret)) return err(`“${text}” names no secret. ${example}`);
  if (/^stdio:./.test(target)) return ok({ secret, target });
  const origin = findAddressOrigin(target);
  // A star is a valid host for the parser of addresses, and looks as if it allowed several.
  if (origin === undefined || origin.includes('*'))
    return err(`“${target}” is not where a secret can be sent. ${example}`);
  const { pathname, search, hash } = new URL(target);
  if (pathname !== '/' || search !== '' || hash !== '') {
    return err(`A secret is allowed for an origin, not for an address in it: ${secret}=${origin}`);
  }
  return ok({ secret, target: origin });
}

/** As it is written in options: `NAME=https://api.example.org`. */
export function formatSecretUse({ secret, target }: SecretUse): string {
  return `${secret}=${target}`;
}

export function isSameUse(a: SecretUse, b: SecretUse): boolean {
  return a.secret === b.secret && a.target === b.target;
}

/** Grants with others, each use in each scope once. */
export function addGrants(grants: readonly SecretGrant[], added: readonly SecretGrant[]): SecretGrant[] {
  const all = [...grants];
  for (const grant of added) {
    if (!all.some((known) => isSameUse(known, grant) && known.scope === grant.scope)) all.push(grant);
  }
  return all;
}
