import type { CallScriptTool } from '@/engine/ports/script-runner';

/** What a command prints, and how it ended. */
export interface CommandExit {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/**
 * The command `tool NAME [ARGUMENTS]` of bash scripts: calls a tool with arguments as JSON, `-` for standard input, and
 * prints its answer. `tools`: the names of those that the script may call.
 */
export async function callByCommand(
  tools: readonly string[],
  [name, args = '{}']: readonly string[],
  stdin: string,
  callTool: CallScriptTool | undefined,
): Promise<CommandExit> {
  const failCall = (said: string) => ({ stdout: '', stderr: `tool: ${said}\n`, exitCode: 1 });
  if (callTool === undefined || tools.length === 0) {
    return failCall('This script may call no tools. List those that it needs in “tools” of its task.');
  }
  if (name === undefined) return failCall(`tool NAME [ARGUMENTS as JSON, or -]. The tools are: ${tools.join(', ')}`);
  const { text, isError } = await callTool(name, args === '-' ? stdin : args);
  return isError ? failCall(`${name}: ${text}`) : { stdout: `${text}\n`, stderr: '', exitCode: 0 };
}
