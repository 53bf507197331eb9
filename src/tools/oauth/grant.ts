import { z } from 'zod';

/** Far longer than any that is in use, in characters. */
const secret = z.string().min(1).max(32_768);
const address = z.string().max(8192);

/** What signing in at a server gave: tokens, and what it takes to renew them. A secret as a whole. */
export const grantSchema = z.strictObject({
  /** Of the server of MCP, the only one that the token is sent to. */
  server: address,
  /** For what it was issued (RFC 8707). */
  resource: address,
  /** What of the description of the authorisation server is used again (RFC 8414). */
  issuer: z.strictObject({
    issuer: address,
    authorization_endpoint: address,
    token_endpoint: address,
    response_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()).exactOptional(),
  }),
  /** Who Heddle is there. `redirect`: the page that it was registered with. */
  client: z.strictObject({
    client_id: address,
    client_secret: secret.exactOptional(),
    token_endpoint_auth_method: z.string().exactOptional(),
    redirect: address,
  }),
  accessToken: secret,
  refreshToken: secret.exactOptional(),
  /** In ms since 1970; left out: the server did not say. */
  expiresAt: z.number().exactOptional(),
  scope: z.string().exactOptional(),
  /** Goes up with each renewal, so that of two tabs' grants the newer is known. */
  generation: z.number().int().min(1),
});
export type Grant = z.infer<typeof grantSchema>;

/** All that must not be told of a grant. */
export function secretsOf({ accessToken, refreshToken, client }: Grant): readonly string[] {
  return [accessToken, refreshToken, client.client_secret].filter((text) => text !== undefined);
}
