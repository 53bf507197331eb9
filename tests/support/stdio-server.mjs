/**
 * A server of MCP over stdio, started as `node stdio-server.mjs KIND`. Its process, and what it starts, are written to
 * the file in PIDS, a line each.
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const [kind = 'older'] = process.argv.slice(2);
/** @param {number | undefined} pid */
const note = (pid) => process.env.PIDS && appendFileSync(process.env.PIDS, `${pid}\n`);
note(process.pid);

/** @param {string} value */
const text = (value) => ({ content: [{ type: /** @type {const} */ ('text'), text: value }] });
let calls = 0;

/**
 * What its tools do, in a server of a revision before the newest. Undefined: nothing is answered.
 * @type {Record<string, () => object | undefined | void>}
 */
const tools = {
  count: () => text(`call ${++calls}`),
  told: () => text(JSON.stringify({ args: process.argv.slice(3), env: process.env, folder: process.cwd() })),
  die: () => {
    process.stderr.write('\u001b[31mdisk full\u001b[0m\nno room for secret-7\n', () => process.exit(3));
  },
  end: () => {
    setImmediate(() => process.exit(0));
    return text('ending');
  },
  hang: () => undefined,
  broken: () => void process.stdout.write('{"jsonrpc":"2.0","id":1,"resu\n'),
  other: () => void process.stdout.write('{"jsonrpc":"2.0","id":"none","result":{}}\n'),
  endless: () => {
    const more = () => process.stdout.write('x'.repeat(2 ** 20), () => setImmediate(more));
    more();
  },
  noise: () => {
    const more = () => process.stdout.write('still busy\n', () => setImmediate(more));
    more();
  },
};

/** @type {Record<string, () => unknown>} */
const kinds = {
  /** Of the newest revision, and of no other. */
  newest: () =>
    serveStdio(
      () => {
        const mcp = new McpServer({ name: 'newest', version: '1' });
        mcp.registerTool('greet', {}, () => text('Hi'));
        mcp.registerTool('hang', {}, () => new Promise(() => {}));
        return mcp;
      },
      { legacy: 'reject' },
    ),
  older: () => serve(),
  /** Ends on a question that is older than its own time, as servers do that want to be initialized first. */
  strict: () => serve((method) => method === 'server/discover' && process.exit(1)),
  chatty: () => {
    process.stdout.write('Listening on stdio\n{"level":30,"msg":"ready"}\n');
    serve();
  },
  /** Ends for nothing but SIGKILL, and neither does what it has started. */
  stubborn: () => {
    startStubborn();
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {});
    setInterval(() => {}, 1000);
    serve();
  },
  /** Ends with its input, and leaves what it has started. */
  careless: () => {
    startStubborn();
    process.stdin.on('end', () => process.exit(0));
    serve();
  },
  exits: () => {
    process.stderr.write('No configuration.\n');
    process.exitCode = 4;
  },
};

/** Starts a process that ends for nothing but SIGKILL. */
function startStubborn() {
  const stay = "process.on('SIGTERM', () => {}); process.on('SIGINT', () => {}); setInterval(() => {}, 1000);";
  const child = spawn(process.execPath, ['-e', `${stay} process.stdout.write('.')`], { stdio: 'pipe' });
  child.stdout.once('data', () => note(child.pid));
}

/** @param {(method: string) => unknown} see is told what it is asked, before it is answered */
function serve(see = () => {}) {
  /** @param {unknown} id @param {object} rest */
  const answer = (id, rest) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...rest })}\n`);
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    see(method);
    if (id === undefined) return;
    if (method === 'initialize') {
      const serverInfo = { name: 'older', version: '1' };
      answer(id, { result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo } });
    } else if (method === 'tools/list') {
      const inputSchema = { type: 'object', properties: {} };
      answer(id, { result: { tools: Object.keys(tools).map((name) => ({ name, inputSchema })) } });
    } else if (method === 'tools/call') {
      const result = tools[params.name]?.();
      if (result !== undefined) answer(id, { result });
    } else answer(id, { error: { code: -32601, message: 'Method not found' } });
  });
}

kinds[kind]?.();
