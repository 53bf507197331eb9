import type { SecretOf } from '../ports';
import { refused } from './handler-tool';

/** The secrets that a tool is given, which must not leave by its answers. */
export interface Secrets {
  /** The secret of a name. Throws what the model may be told if there is none. */
  get(name: string): string;
  /** A text in which no secret that was given stands any more, plain or as it is written in URLs and JSON. */
  strike(text: string): string;
}

/** The secrets of the machine for one call of a tool. */
export function openSecrets(secretOf: SecretOf): Secrets {
  const given = new Map<string, string>();
  return {
    get(name) {
      const secret = secretOf(name);
      if (secret === undefined || secret === '') {
        throw refused(`There is no secret “${name}” on this machine.`, 'Only the person can give it.');
      }
      given.set(name, secret);
      return secret;
    },
    strike(text) {
      let struck = text;
      for (const [name, secret] of given) {
        for (const form of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])) {
          struck = struck.replaceAll(form, `(secret ${name})`);
        }
      }
      return struck;
    },
  };
}
