import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { tryParseJson } from '@/base/json-text';
import type { CallScriptTool } from '@/engine/ports/script-runner';
import { callByCommand } from '@/sandbox/tool-command';

/** What a script can call its tools with while it runs. */
export interface ToolServer {
  /** Path of the socket at which JavaScript asks. */
  readonly socket: string;
  /** Folder of the command `tool`, for the path of bash. */
  readonly bin: string;
  close(): void;
}

/** `call`: from JavaScript, answered with an answer of a tool. `command`: from bash, answered with what it prints. */
const requestSchema = z.union([
  z.strictObject({ call: z.string(), args: z.string() }),
  z.strictObject({ command: z.array(z.string()), stdin: z.string() }),
]);

/** The longest request that is read, in characters. */
const maxRequest = 2 ** 24;

/** The program behind the command `tool`. It gets the path of the socket, then its own arguments. */
const commandProgram = `
const [socket, ...command] = process.argv.slice(1);
const stdin = command[1] === '-' ? require('node:fs').readFileSync(0, 'utf8') : '';
let answer = '';
const server = require('node:net').connect(socket);
server.setEncoding('utf8').on('data', (text) => { answer += text; });
server.on('error', (error) => { console.error('tool: ' + error.message); process.exitCode = 1; });
server.on('end', () => {
  const { stdout, stderr, exitCode } = JSON.parse(answer);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = exitCode;
});
server.end(JSON.stringify({ command, stdin }));
`;

/** Serves the calls of one script at a socket that only this user can open, in a folder that goes with it. */
export async function openToolServer(tools: readonly string[], callTool: CallScriptTool): Promise<ToolServer> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-tools-'));
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    let text = '';
    client.setEncoding('utf8').on('data', (more) => {
      text += more;
      if (text.length > maxRequest) client.destroy();
    });
    client.on('end', async () => client.end(JSON.stringify(await answerRequest(text, tools, callTool))));
  });
  const closeServer = () => {
    server.close();
    for (const client of open) client.destroy();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [socket, bin] = [join(folder, 'socket'), join(folder, 'bin')];
    mkdirSync(bin);
    const command = ['exec', process.execPath, '-e', commandProgram, socket].map(quoteForShell).join(' ');
    writeFileSync(join(bin, 'tool'), `#!/bin/sh\n${command} "$@"\n`, { mode: 0o700 });
    server.listen(socket);
    await once(server, 'listening');
    return { socket, bin, close: closeServer };
  } catch (error) {
    closeServer();
    throw error;
  }
}

async function answerRequest(text: string, tools: readonly string[], callTool: CallScriptTool): Promise<object> {
  const request = requestSchema.safeParse(tryParseJson(text));
  if (!request.success) return refuseRequest('this is not a call of a tool');
  const { data } = request;
  return 'call' in data ? callTool(data.call, data.args) : callByCommand(tools, data.command, data.stdin, callTool);
}

/** The answer to what is no call, for JavaScript and for the command. */
function refuseRequest(why: string): object {
  return { text: why, isError: true, stdout: '', stderr: `tool: ${why}\n`, exitCode: 1 };
}

/** A text as one word of a shell. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
