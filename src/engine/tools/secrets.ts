import { createToolError } from '@/base/tool-error';
import { findAddressOrigin } from '@/workflow/tasks/secret-target';
import type { SecretOf } from '../ports/machine';

/** The secrets that a tool uses. They must not leave in its answers. */
export interface Secrets {
  /** The secret under a name. If there is none, the error is an answer to the model. */
  get(name: string): string;
  /** Throws if secrets were used, and the address is not in the origin that they were given for. */
  checkAddress(address: string, target: string | undefined): void;
  /** Removes all secrets that were used from a text, in plain form and as written in URLs and JSON. */
  strike(text: string): string;
  /** Whether bytes contain a secret that was used, in one of these forms. */
  areIn(bytes: Uint8Array): boolean;
}

/**
 * The secrets that a tool may send to `target`; undefined: nobody can say where it sends them, so it gets none. Throws
 * an error for the model instead of giving one.
 */
export function selectSecretsFor(secretOf: SecretOf, target: string | undefined): (name: string) => string | undefined {
  return (name) => {
    if (target !== undefined) return secretOf(name, target);
    throw createToolError(
      `The secret ${name} is not sent to an address whose host is filled in at run time.`,
      'Write the host in the address of the tool.',
    );
  };
}

/** The secrets of the machine for one call of a tool. */
export function openSecrets(secretOf: (name: string) => string | undefined): Secrets {
  const given = new Map<string, string>();
  const strike = (text: string) => {
    let struck = text;
    for (const [name, secret] of given) {
      for (const form of listSecretForms(secret)) struck = struck.replaceAll(form, `(secret ${name})`);
    }
    return struck;
  };
  return {
    get(name) {
      const secret = secretOf(name);
      if (secret === undefined || secret === '') {
        throw createToolError(`There is no secret “${name}” on this machine.`, 'Only the person can give it.');
      }
      given.set(name, secret);
      return secret;
    },
    checkAddress(address, target) {
      if (given.size === 0 || findAddressOrigin(address) === target) return;
      throw createToolError(`The address of the tool is not in ${target}, so no secret is sent to it.`);
    },
    strike,
    areIn(bytes) {
      if (given.size === 0) return false;
      const text = latin1.decode(bytes);
      // The UTF-8 bytes as Latin-1 characters, like the searched text.
      const asBytes = (form: string) => latin1.decode(new TextEncoder().encode(form));
      return [...given.values()].some((secret) =>
        [...listSecretForms(secret)].some((form) => text.includes(asBytes(form))),
      );
    },
  };
}

const latin1 = new TextDecoder('latin1');

/** A secret as it is written in plain text, in URLs and forms, in JSON and, without blanks around it, in headers. */
function listSecretForms(secret: string): ReadonlySet<string> {
  const encoded = encodeURIComponent(secret);
  const forms = [secret, encoded, encoded.replaceAll('%20', '+'), JSON.stringify(secret).slice(1, -1), secret.trim()];
  return new Set(forms.filter((form) => form !== ''));
}
