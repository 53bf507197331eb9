/** A set of environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * The most bytes of `NAME=value`, with its terminating zero byte, that Linux passes to a process. A longer variable
 * would prevent the process from starting.
 */
const maxVariableBytes = 131_072;

/** Names of variables that no script may see or print: keys of providers, and Heddle's secrets. */
const secretName = /^HEDDLE_SECRET_|_API_KEY$/;

/** The values of the keys and secrets in an environment. */
export function secretValues(env: Env): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => (secretName.test(name) && value ? [value] : []));
}

/**
 * The environment of a script: that of this process without keys and secrets, and the script's own variables. Variables
 * that are too long for the system are left out and named; their values are on standard input as well.
 */
export function scriptEnv(
  inherited: Env,
  own: Env,
): { readonly env: Record<string, string>; readonly tooLong: string[] } {
  const tooLong: string[] = [];
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && !secretName.test(name)) env[name] = value;
  }
  for (const [name, value = ''] of Object.entries(own)) {
    if (Buffer.byteLength(name) + Buffer.byteLength(value) + 2 > maxVariableBytes) tooLong.push(name);
    else env[name] = value;
  }
  return { env, tooLong };
}

/**
 * The variables of the environment that every MCP server receives: what programs need to start, to use the person's
 * language and to reach the network. Other launchers pass the same (`DEFAULT_INHERITED_ENV_VARS` of
 * @modelcontextprotocol/client). None of them can be a key.
 */
const forServers = new RegExp(
  '^(PATH|HOME|LOGNAME|USER|SHELL|TERM|LANG|LC_\\w+|TZ|TMPDIR|XDG_\\w+|' +
    'SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|(HTTPS?|NO|ALL)_PROXY)$',
  'i',
);

/** The environment of a server over stdio: {@link forServers}, and the server's own variables. */
export function serverEnv(inherited: Env, own: Readonly<Record<string, string>>): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && forServers.test(name)) env[name] = value;
  }
  return { ...env, ...own };
}
