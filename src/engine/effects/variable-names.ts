/**
 * Environment variables that a shell, the loader, a runtime or a common program reads itself. Whoever sets them can
 * make it run code or send requests elsewhere. From bash(1) “Shell Variables”, environ(7), ld.so(8) and dyld(1),
 * node(1) “Environment”, python(1), perlrun(1), ruby(1), git(1), curl(1), openssl-env(7), and the launchers of Java.
 * Whole names here, and the beginnings of names below.
 */
const names: ReadonlySet<string> = new Set(
  [
    'PATH HOME SHELL USER LOGNAME PWD OLDPWD TMPDIR TMP TEMP TZ TZDIR LANG LANGUAGE TERM TERMINFO TERMCAP',
    'ENV IFS CDPATH EXECIGNORE FIGNORE GLOBIGNORE GLOBSORT FUNCNEST HISTFILE HOSTFILE INPUTRC OPTARG OPTIND OPTERR MAILPATH',
    'POSIXLY_CORRECT PROMPT_COMMAND PROMPT_DIRTRIM PS0 PS1 PS2 PS3 PS4 SHELLOPTS TIMEFORMAT TMOUT TEXTDOMAIN TEXTDOMAINDIR FPATH ZDOTDIR',
    'EDITOR VISUAL FCEDIT PAGER MANPAGER BROWSER LESSOPEN LESSCLOSE MAKEFLAGS MAKEFILES MFLAGS CLASSPATH',
    'GCONV_PATH GETCONF_DIR GLIBC_TUNABLES HOSTALIASES LOCALDOMAIN LOCPATH NIS_PATH NLSPATH RES_OPTIONS',
    'GOFLAGS GOENV GOPATH GOPROXY GOROOT RUSTFLAGS RUSTC_WRAPPER WGETRC ALL_PROXY FTP_PROXY HTTP_PROXY HTTPS_PROXY NO_PROXY',
  ].flatMap((line) => line.split(' ')),
);
const beginnings = [
  ...['BASH', 'LD_', 'DYLD_', '_RLD', 'MALLOC_', 'LC_', 'XDG_', 'NODE_', 'NPM_', 'YARN_', 'BUN_', 'DENO_'],
  ...[
    'PYTHON',
    'PIP_',
    'PERL',
    'RUBY',
    'GEM_',
    'BUNDLE_',
    'GIT_',
    'SSH_',
    'SUDO_',
    'GPG_',
    'GNUPG',
    'CURL_',
    'SSL_',
    'OPENSSL_',
  ],
  ...['JAVA_', '_JAVA', 'JDK_', 'LUA_', 'PHP_', 'CARGO_', 'DOCKER_'],
];

/**
 * Whether a shell, the loader or a runtime reads the variable of this name itself, or no variable can have the name.
 */
export function isReservedVariable(name: string): boolean {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return true;
  // Some are read in lower case too (`http_proxy`, `npm_config_…`), and Windows ignores case.
  const upper = name.toUpperCase();
  const isProxyOrNpm = upper.endsWith('_PROXY') || upper.startsWith('NPM_');
  const read = isProxyOrNpm ? upper : name;
  return names.has(read) || beginnings.some((beginning) => read.startsWith(beginning));
}

/** The environment variable for an input, with only letters, digits and `_` in its name; undefined: it gets none. */
export function buildVariableName(input: string): string | undefined {
  const name = input.replace(/[.-]/g, '_');
  return isReservedVariable(name) ? undefined : name;
}
