import { AppError } from '@/base/errors';

/** Where Restate is reached. */
export interface RestateAddress {
  /** Takes requests for the machines, such as `http://10.0.0.5:8080`. */
  readonly ingress: string;
  /** Knows the machines, such as `http://10.0.0.5:9070`. */
  readonly admin: string;
}

/**
 * Reads `restate://HOST:PORT`: the ingress of Restate (8080 unless another is given). `?admin=PORT` names the port of
 * its admin API (9070), `?tls` both over https. Error `VALIDATION_ERROR`.
 */
export function readRestateAddress(text: string): RestateAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const admin = url?.searchParams.get('admin') ?? '9070';
  const others = [...(url?.searchParams.keys() ?? [])].filter((name) => name !== 'admin' && name !== 'tls');
  const isWhole =
    url?.protocol === 'restate:' && url.hostname !== '' && url.username === '' && url.pathname.length <= 1;
  if (!isWhole || !/^\d{1,5}$/.test(admin) || Number(admin) > 65_535 || others.length > 0) {
    throw new AppError('VALIDATION_ERROR', 'The engine is at an address that Heddle does not know.', {
      advice: 'Give restate://HOST:PORT, the address of the ingress of Restate.',
    });
  }
  const scheme = url.searchParams.has('tls') ? 'https' : 'http';
  return { ingress: `${scheme}://${url.hostname}:${url.port || 8080}`, admin: `${scheme}://${url.hostname}:${admin}` };
}
