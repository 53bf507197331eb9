import { z } from 'zod';

/** The limit is far above the length of any token in use, in characters. */
const secret = z.string().min(1).max(32_768);
const address = z.string().max(8192);

/** The result of signing in at a server: tokens, and the data for renewing them. All of it is secret. */
export const grantSchema = z.strictObject({
  /** Address of the MCP server, the only one that the token is sent to. */
  server: address,
  /** The resource for which the token was issued (RFC 8707). */
  resource: address,
  /** The parts of the authorisation server's description that are needed again (RFC 8414). */
  issuer: z.strictObject({
    issuer: address,
    authorization_endpoint: address,
    token_endpoint: address,
    response_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()).exactOptional(),
  }),
  /** Heddle's client registration there. `redirect`: the page with which it was registered. */
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
  /** Increases with each renewal, so that the newer of two tabs' grants can be identified. */
  generation: z.number().int().min(1),
});
export type Grant = z.infer<typeof grantSchema>;

/** The secrets in a grant, which must not appear in any output. */
export function listGrantSecrets({ accessToken, refreshToken, client }: Grant): readonly string[] {
  return [accessToken, refreshToken, client.client_secret].filter((text) => text !== undefined);
}
