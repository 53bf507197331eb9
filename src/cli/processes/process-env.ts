/** A set of environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Most bytes of `NAME=value`, with the zero byte behind it, that Linux passes to a process; a longer one would keep it
 * from being started at all.
 */
const maxVariableBytes = 131_072;

/** Names of variables that hold what no script is to see or print: keys of providers, and Heddle's secrets. */
const secretName = /^HEDDLE_SECRET_|_API_KEY$/;

/** The keys and secrets of an environment. */
export function secretValues(env: Env): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => (secretName.test(name) && value ? [value] : []));
}

/**
 * The environment of a script: that of this process without keys and secrets, then the script's own variables. Those
 * too long for the system are left out and named: their values also come on standard input.
 */
export function scriptEnv(around: Env, own: Env): { readonly env: Record<string, string>; readonly tooLong: string[] } {
  const tooLong: string[] = [];
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(around)) {
    if (value !== undefined && !secretName.test(name)) env[name] = value;
  }
  for (const [name, value = ''] of Object.entries(own)) {
    if (Buffer.byteLength(name) + Buffer.byteLength(value) + 2 > maxVariableBytes) tooLong.push(name);
    else env[name] = value;
  }
  return { env, tooLong };
}

/**
 * What of the environment every server of MCP is given: what programs need to start, to say things in the person's
 * language and to reach the network, as the launchers of others have it
 * (`DEFAULT_INHERITED_ENV_VARS` of @modelcontextprotocol/client), and nothing that may be a key.
 */
const forServers = new RegExp(
  '^(PATH|HOME|LOGNAME|USER|SHELL|TERM|LANG|LC_\\w+|TZ|TMPDIR|XDG_\\w+|' +
    'SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|(HTTPS?|NO|ALL)_PROXY)$',
  'i',
);

/** The environment of a server over stdio: {@link forServers}, then the server's own variables. */
export function serverEnv(around: Env, own: Readonly<Record<string, string>>): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(around)) {
    if (value !== undefined && forServers.test(name)) env[name] = value;
  }
  return { ...env, ...own };
}
