import type { SecretOf } from '../ports/machine';
import { refused } from './handler-tool';

/** The secrets that a tool is given, which must not leave by its answers. */
export interface Secrets {
  /** The secret of a name. Throws what the model may be told if there is none. */
  get(name: string): string;
  /** A text in which no secret that was given stands any more, plain or as it is written in URLs and JSON. */
  strike(text: string): string;
  /** Whether a secret that was given stands in bytes, in one of these forms. */
  areIn(bytes: Uint8Array): boolean;
}

/** The secrets of the machine for one call of a tool. */
export function openSecrets(secretOf: SecretOf): Secrets {
  const given = new Map<string, string>();
  const strike = (text: string) => {
    let struck = text;
    for (const [name, secret] of given) {
      for (const form of formsOf(secret)) struck = struck.replaceAll(form, `(secret ${name})`);
    }
    return struck;
  };
  return {
    get(name) {
      const secret = secretOf(name);
      if (secret === undefined || secret === '') {
        throw refused(`There is no secret “${name}” on this machine.`, 'Only the person can give it.');
      }
      given.set(name, secret);
      return secret;
    },
    strike,
    areIn(bytes) {
      if (given.size === 0) return false;
      const text = latin1.decode(bytes);
      // UTF-8, byte by byte, as the text is.
      const asBytes = (form: string) => latin1.decode(new TextEncoder().encode(form));
      return [...given.values()].some((secret) => [...formsOf(secret)].some((form) => text.includes(asBytes(form))));
    },
  };
}

const latin1 = new TextDecoder('latin1');

/** A secret as it stands in texts, in URLs and in JSON. */
function formsOf(secret: string): ReadonlySet<string> {
  return new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
}
