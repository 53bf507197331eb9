import type { CliCommand } from './cli-command';
import { commands } from './commands';

/** The output of `heddle help`. */
export function buildGeneralHelp(): string {
  const names = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
  return `Usage: heddle COMMAND …

${formatColumns(names)}
heddle help COMMAND tells more of one, heddle help HED301 of a problem; heddle --version tells the version.
FILE may be - for standard input. Exit status: 0 fine, 1 the document has errors, the run failed or a replay came out
otherwise, 2 wrong usage, an unreadable file or a choice to make, 3 the run is paused,
4 the output could not be written.
`;
}

/** The output of `heddle help COMMAND`. */
export function buildCommandHelp(name: string, { usage, summary, options }: CliCommand): string {
  const rows = Object.entries(options).map(
    ([option, { value, help }]) => [`--${option}${value === undefined ? '' : ` ${value}`}`, help] as const,
  );
  return `Usage: heddle ${name} ${usage}\n\n${summary}\n${rows.length === 0 ? '' : `\n${formatColumns(rows)}`}`;
}

function formatColumns(lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
}

/** The output of `heddle help HED301`: the section of the guide. Undefined: there is no such code. */
export async function buildCodeHelp(code: string): Promise<string | undefined> {
  const { default: page } = await import('guide/errors.md?raw');
  const [, section] = page.split(`### ${code.toUpperCase()}\n`);
  return section && `${code.toUpperCase()}\n${section.split(/^##/m)[0]?.replaceAll('**', '').trimEnd()}\n`;
}
