import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type ExitCode, printRefusal } from './exit-code';
import type { Io } from './io';

/**
 * An option of a command: what it means, and what its value is called, if it takes one. With `optional` the value may
 * be left out, and is empty then: the next argument is taken for it only if it looks like one.
 */
type Option = NonNullable<ParseArgsConfig['options']>[string] & {
  readonly help: string;
  readonly value?: string;
  readonly optional?: RegExp;
};
type Options = Readonly<Record<string, Option>>;

/** The values of options as parsed; those not given are missing. */
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>['values'];

/** Does what a command is for, given the arguments that are no options. */
type Action<O extends Options> = (args: readonly string[], values: Values<O>, io: Io) => ExitCode | Promise<ExitCode>;

/** What the help tells of a command. */
interface Description<O extends Options> {
  readonly summary: string;
  /** What follows the name of the command. */
  readonly usage: string;
  readonly options: O;
}

/** A command of the table. */
export interface CliCommand extends Description<Options> {
  /** Parses the arguments behind the command's name and does it. */
  run(args: readonly string[], io: Io): Promise<ExitCode>;
}

/** Makes a command, typed by its options. Its code is loaded when it is asked for, so that others start without it. */
export function command<const O extends Options>(
  description: Description<O>,
  load: () => Promise<Action<O>>,
): CliCommand {
  const parse = (args: readonly string[]) =>
    parseArgs({
      args: withOptionalValues(args, description.options),
      options: description.options,
      allowPositionals: true,
    });
  return {
    ...description,
    run: async (args, io) => {
      let parsed: ReturnType<typeof parse>;
      try {
        parsed = parse(args);
      } catch (error) {
        // The second sentence is about arguments that start with a dash, which few mean.
        const [mistake = ''] = (error as Error).message.split('. ');
        return printRefusal(io, `${mistake.replace(/\.$/, '')}.`);
      }
      const act = await load();
      return act(parsed.positionals, parsed.values as Values<O>, io);
    },
  };
}

/** The arguments with the value of each option that may be left out written behind a `=`, as the parser wants it. */
function withOptionalValues(args: readonly string[], options: Options): string[] {
  const written: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (arg === '--') return [...written, ...args.slice(index)];
    const form = arg.startsWith('--') ? options[arg.slice(2)]?.optional : undefined;
    if (form === undefined) {
      written.push(arg);
      continue;
    }
    const next = args[index + 1];
    const value = next !== undefined && form.test(next) ? next : '';
    if (value !== '') index += 1;
    written.push(`${arg}=${value}`);
  }
  return written;
}
