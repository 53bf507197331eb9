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
export function listSecretValues(env: Env): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => (secretName.test(name) && value ? [value] : []));
}

/**
 * The most bytes of all variables of a script together. macOS takes 1 MiB with the arguments, Linux 2 MiB.
 */
const maxEnvBytes = 900_000;

/**
 * The variables of the environment that every script receives: what shells and programs need to start, to find the
 * person's files and to use the person's language. None of them can be a key.
 */
const forScripts = new RegExp(
  '^(PATH|HOME|LOGNAME|USER|SHELL|TERM|LANG|LANGUAGE|LC_\\w+|TZ|TMPDIR|__CF_USER_TEXT_ENCODING|' +
    // Windows
    'TEMP|TMP|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|USERNAME|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|' +
    'LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES|PROCESSOR_ARCHITECTURE|NUMBER_OF_PROCESSORS)$',
  'i',
);

/** Whether every script may see this variable of the environment. */
export function isForScripts(name: string): boolean {
  return forScripts.test(name);
}

/** The environment of a script, and a line about each variable of its own that no process can have. */
export interface ScriptEnv {
  readonly env: Record<string, string>;
  readonly notes: readonly string[];
}

/**
 * The environment of a script: the variables that every script receives ({@link isForScripts}), those that the person
 * passes on by name, and the script's own. A variable that the system would refuse is left out, with a note; an input
 * is on standard input as well.
 */
export function buildScriptEnv(inherited: Env, passed: readonly string[], own: Env): ScriptEnv {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && (isForScripts(name) || passed.includes(name))) env[name] = value;
  }
  let bytes = Object.entries(env).reduce((sum, [name, value]) => sum + countEntryBytes(name, value), 0);
  const notes: string[] = [];
  for (const [name, value = ''] of Object.entries(own)) {
    const more = countEntryBytes(name, value);
    if (value.includes('\0')) notes.push(`${name} has a NUL byte, and is only on standard input.`);
    else if (more > maxVariableBytes || bytes + more > maxEnvBytes) {
      notes.push(`${name} is too long for a variable, and only on standard input.`);
    } else {
      env[name] = value;
      bytes += more;
    }
  }
  return { env, notes };
}

function countEntryBytes(name: string, value: string): number {
  return Buffer.byteLength(name) + Buffer.byteLength(value) + 2;
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
export function buildServerEnv(inherited: Env, own: Readonly<Record<string, string>>): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && forServers.test(name)) env[name] = value;
  }
  return { ...env, ...own };
}
