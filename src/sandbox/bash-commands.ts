import { defineCommand } from 'just-bash/browser';

/** The most that `yes` prints, in characters: commands of a pipe run one after the other here, so nobody stops it. */
const mostOfYes = 2 ** 20;

/** `yes [STRING]…`, but not for ever. */
export const yes = defineCommand('yes', async (args) => {
  const line = `${args.length === 0 ? 'y' : args.join(' ')}\n`;
  return { stdout: line.repeat(Math.max(1, Math.floor(mostOfYes / line.length))), stderr: '', exitCode: 0 };
});

/** Flags, then perhaps an option that has a value, then the value. */
const optionsWithValue = /^-([^nIPdLs]*)([nIPdLs])?(.*)$/s;

/** `xargs` of the interpreter, which only reads options that are apart: `-n1` is given to it as `-n 1`. */
export const xargs = defineCommand('xargs', async (args, { origCommand }) => {
  const result = await origCommand?.(splitOptions(args));
  return result ?? { stdout: '', stderr: 'xargs: command not found\n', exitCode: 127 };
});

/** Takes options that are written together apart, up to the command. */
function splitOptions(args: readonly string[]): string[] {
  const options: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (!/^-[a-zA-Z0-9]/.test(arg)) return [...options, ...args.slice(index)];
    const [, flags = '', option, value = ''] = optionsWithValue.exec(arg) ?? [];
    options.push(...[...flags].map((flag) => `-${flag}`));
    if (option === undefined) continue;
    options.push(`-${option}`, value === '' ? (args[++index] ?? '') : value);
  }
  return options;
}
