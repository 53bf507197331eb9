import { Bash, type BashExecResult, type Command, defineCommand } from 'just-bash/browser';

/** The EXIT trap of one script. */
export interface ExitTrap {
  /** The command `trap`. */
  readonly command: Command;
  /** Runs what is to be done when the script has ended; returns nothing if that is nothing. */
  runAfter(ended: BashExecResult, bash: Bash, content: string): Promise<BashExecResult[]>;
}

/** Traps that need an interpreter that runs them between commands. */
const between = new Set(['ERR', 'DEBUG', 'RETURN']);

/** Holds what is to be done at the end. A subshell has its own, which nobody sees when it has ended. */
const variable = '__exit_trap';

/**
 * `trap`, which the interpreter lacks. What is trapped for EXIT runs after the script, with its variables, its folder
 * and the functions that it defines; in a subshell it does not run. After `exit`, the variables are those of the time
 * of the trap, as the interpreter returns no others. Signals never come here, so their traps are taken and never run.
 */
export function openExitTrap(): ExitTrap {
  let last = { action: '', env: {} as Record<string, string> };
  const command = defineCommand('trap', async (args, { env, assignShellVariable }) => {
    const action = env.get(variable) ?? '';
    const printAnswer = (stdout: string) => ({ stdout, stderr: '', exitCode: 0 });
    const refuseTrap = (why: string) => ({ stdout: '', stderr: `bash: trap: ${why}\n`, exitCode: 1 });
    const words = args[0] === '--' ? args.slice(1) : args;
    if (words.length === 0 || words[0] === '-p') {
      return printAnswer(action === '' ? '' : `trap -- '${action.replaceAll("'", "'\\''")}' EXIT\n`);
    }
    // A signal alone is reset.
    const [given = '', ...signals] = words.length === 1 ? ['-', ...words] : words;
    const names = signals.map((name) => name.toUpperCase().replace(/^SIG/, ''));
    const missing = names.find((name) => between.has(name));
    if (missing !== undefined) return refuseTrap(`${missing} is not possible in the sandbox; only EXIT is.`);
    if (!names.includes('EXIT') && !names.includes('0')) return printAnswer('');
    last = { action: given === '-' ? '' : given, env: Object.fromEntries(env) };
    await assignShellVariable?.(variable, last.action);
    return printAnswer('');
  });
  return {
    command,
    async runAfter(ended, bash, content) {
      const { exitCode } = ended;
      // The interpreter returns the variables at the end, among them `?`; after `exit` those of the start.
      const { action, env } = '?' in ended.env ? { action: ended.env[variable] ?? '', env: ended.env } : last;
      const lost = action === last.action ? '' : `echo '${lostTrap}' >&2\n`;
      if (action === '' && lost === '') return [];
      const script = `${listFunctions(content)}\n${lost}(exit ${exitCode})\n${action}\nexit ${exitCode}`;
      return [await bash.exec(script, { env, cwd: env['PWD'] ?? '/', rawScript: true })];
    },
  };
}

const lostTrap = 'bash: trap: EXIT of a subshell does not run in the sandbox.';

/** The functions that a script defines, as a script. */
function listFunctions(content: string): string {
  const bash = new Bash();
  bash.registerTransformPlugin({
    name: 'functions',
    transform: ({ ast }) => ({
      ast: {
        ...ast,
        statements: ast.statements.filter(({ pipelines }) =>
          pipelines.every(({ commands }) => commands.every(({ type }) => type === 'FunctionDef')),
        ),
      },
    }),
  });
  try {
    return bash.transform(content).script;
  } catch {
    // A script that does not parse has defined none.
    return '';
  }
}
