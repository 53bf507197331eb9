import { AppError } from '@/base/errors';
import type { ProviderConfig } from './provider-config';

const secret = /\{\{\s*secrets\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

/** The headers of a provider, with secrets of this machine inserted. Throws `PROVIDER_ERROR` for a missing secret. */
export function fillProviderHeaders(
  { id, label, headers = {} }: ProviderConfig,
  secretOf: (name: string) => string | undefined = () => undefined,
): Readonly<Record<string, string>> {
  const fill = (value: string) =>
    value.replace(secret, (_, name: string) => {
      const found = secretOf(name);
      if (found !== undefined) return found;
      throw new AppError('PROVIDER_ERROR', `A header of ${label} needs the secret ${name}, which is not set.`, {
        advice: `Enter it in Settings, under Secrets; headless in HEDDLE_SECRET_${name}.`,
        details: { kind: 'auth', provider: id },
      });
    });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
}
