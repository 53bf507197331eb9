import { type ParseArgsConfig, parseArgs } from 'node:util';
import { isPostgresAddress } from '@/storage/postgres/postgres-address';
import { type ExitCode, printRefusal } from './exit-code';
import type { Io, OpenMachine, Terminal } from './io';

/**
 * An option of a command: its help, and the name of its value if it takes one. With `optional` the value may be
 * omitted, and is empty then: the next argument counts as the value only if it looks like one.
 */
type Option = NonNullable<ParseArgsConfig['options']>[string] & {
  readonly help: string;
  readonly value?: string;
  readonly optional?: RegExp;
};
type Options = Readonly<Record<string, Option>>;

/** The parsed values of options; options that are not given are missing. */
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>['values'];

/** Performs a command, with the arguments that are not options. */
type Action<O extends Options> = (args: readonly string[], values: Values<O>, io: Io) => ExitCode | Promise<ExitCode>;

/** The help of a command. */
interface Description<O extends Options> {
  readonly summary: string;
  /** The part after the command's name. */
  readonly usage: string;
  readonly options: O;
}

/** A command of the list. */
export interface CliCommand extends Description<Options> {
  /** Parses the arguments after the command's name and performs it. */
  run(args: readonly string[], io: Terminal, openMachine: OpenMachine): Promise<ExitCode>;
}

/** Makes a command, typed by its options. Its code loads when the command is run, so that others start without it. */
export function defineCommand<const O extends Options>(
  description: Description<O>,
  load: () => Promise<Action<O>>,
): CliCommand {
  const parseOptions = (args: readonly string[]) =>
    parseArgs({
      args: joinValues(args, description.options),
      options: description.options,
      allowPositionals: true,
    });
  return {
    ...description,
    run: async (args, io, openMachine) => {
      let parsed: ReturnType<typeof parseOptions>;
      try {
        parsed = parseOptions(args);
      } catch (error) {
        // The second sentence is about arguments that start with a dash, which few people mean.
        const [mistake = ''] = (error as Error).message.split('. ');
        return printRefusal(io, `${mistake.replace(/\.$/, '')}.`);
      }
      // It may hold a password, which no message about a file may repeat.
      if (parsed.positionals.some(isPostgresAddress)) {
        return printRefusal(io, 'An address of PostgreSQL is given with --store, or in HEDDLE_STORE.');
      }
      const [act, machine] = await Promise.all([load(), openMachine()]);
      return act(parsed.positionals, parsed.values as Values<O>, { ...io, machine });
    },
  };
}

/**
 * The arguments with values joined to their options by `=` where the parser requires it: values that may be omitted,
 * and negative numbers, which look like options.
 */
function joinValues(args: readonly string[], options: Options): string[] {
  const written: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (arg === '--') return [...written, ...args.slice(index)];
    const option = arg.startsWith('--') ? options[arg.slice(2)] : undefined;
    const next = args[index + 1];
    const form = option?.optional;
    if (form === undefined) {
      const isNegative = option?.type === 'string' && next !== undefined && /^-\d/.test(next);
      if (isNegative) index += 1;
      written.push(isNegative ? `${arg}=${next}` : arg);
      continue;
    }
    const value = next !== undefined && form.test(next) ? next : '';
    if (value !== '') index += 1;
    written.push(`${arg}=${value}`);
  }
  return written;
}
