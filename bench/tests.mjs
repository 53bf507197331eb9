// What tests take: many that are kept, and the same cases in promptfoo, at a server that answers after some time.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { resolve as absolute, join } from 'node:path';

/** Cases that are kept, and cases of the comparison: so many mails for each of five prompts. */
const amounts = { kept: 1000, mails: 40, prompts: 5, atOnce: 4 };
/** How long an answer takes, in ms. */
const answerMs = 20;

/** Starts a server that answers with what it is asked, and counts its requests. */
async function startAnswering() {
  let requests = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      requests += 1;
      const { stream, messages } = JSON.parse(body);
      const content = `Weighed: ${JSON.stringify(messages.at(-1).content)}`;
      const usage = { prompt_tokens: 20, completion_tokens: 12, total_tokens: 32 };
      const answer = { id: 'c', created: 1, model: 'test', usage };
      const write = () => {
        if (!stream) {
          const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
          response.writeHead(200, { 'content-type': 'application/json' });
          return response.end(JSON.stringify({ ...answer, object: 'chat.completion', choices }));
        }
        const choices = [{ index: 0, delta: { role: 'assistant', content }, finish_reason: 'stop' }];
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const event = JSON.stringify({ ...answer, object: 'chat.completion.chunk', choices });
        return response.end(`data: ${event}\n\ndata: [DONE]\n\n`);
      };
      setTimeout(write, answerMs);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${address.port}/v1`, count: () => requests, close: () => server.close() };
}

/** Has a process of Node say at its end what it used. Its `maxRSS` may be that of the process that started it. */
const telling = `data:text/javascript,${encodeURIComponent(`import { readFileSync } from "node:fs";
process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  let own = maxRSS;
  try {
    own = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]);
  } catch {}
  console.error("used", own, (userCPUTime + systemCPUTime) / 1e6);
})`)}`;

/**
 * Runs a program of Node in a folder, up to its end.
 * @param {{ count: () => number }} server
 * @param {string} node
 * @param {string} cwd
 * @param {readonly string[]} line
 * @param {Record<string, string>} env
 */
async function runTool(server, node, cwd, line, env) {
  const before = server.count();
  const begun = performance.now();
  const started = spawn(node, ['--import', telling, ...line], { cwd, env: { ...process.env, ...env } });
  let told = '';
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (text) => {
      told += text;
    });
  }
  const code = await new Promise((resolve) => started.on('close', resolve));
  const seconds = (performance.now() - begun) / 1000;
  const used = [...told.matchAll(/^used (\d+) ([\d.]+)$/gm)];
  const figures = {
    seconds,
    requests: server.count() - before,
    'processor, s': used.reduce((sum, [, , cpu]) => sum + Number(cpu), 0),
    MiB: Math.max(...used.map(([, size]) => Number(size) / 1024)),
  };
  return { code, told, figures };
}

/** @param {Record<string, number>} figures @param {string} when */
const named = (figures, when) =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [`${when}, ${name}`, figure]));

/** @param {number} count @param {number} kind */
const mailsOf = (count, kind) => Array.from({ length: count }, (_, n) => `Mail ${kind}-${n}: my order came broken.`);

/**
 * Cases that an earlier run of the tests asked already, by a built command line.
 * @param {string} program
 * @param {number} runs
 */
export async function measureKept(program, runs) {
  const server = await startAnswering();
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'));
  const flow = `default_model: lab:test
inputs: { mail: { type: text, required: true } }
tasks: { answer: { description: "Answer this: {{mail}}" } }
tests: { mails: { rows: "file:///mails.csv", expect: [{ type: cel, value: content.contains(row.mail) }] } }
`;
  writeFileSync(join(folder, 'flow.yaml'), flow);
  writeFileSync(join(folder, 'mails.csv'), ['mail', ...mailsOf(amounts.kept, 0)].join('\n'));
  const line = [absolute(program), 'test', 'flow.yaml', '--provider', 'lab', '--jobs', '8'];
  const run = async () => {
    const { code, told, figures } = await runTool(server, process.execPath, folder, line, { LAB_BASE_URL: server.url });
    if (code !== 0) throw new Error(told);
    return figures;
  };
  const first = await run();
  const again = [];
  for (let n = 0; n < runs; n += 1) again.push(await run());
  server.close();
  rmSync(folder, { recursive: true });
  const [best] = again.sort((a, b) => a.seconds - b.seconds);
  return { ...named(first, 'asked'), ...named(best ?? {}, 'kept') };
}

/** @param {number} changed the prompt that is another one; 0: none */
const promptsOf = (changed) =>
  Array.from({ length: amounts.prompts }, (_, n) => `Way ${n + 1}${n + 1 === changed ? ', shorter' : ''}: {{mail}}`);

/**
 * The same cases by Heddle: an input chooses the prompt.
 * @param {string} program
 */
export async function measureHeddleCases(program) {
  const server = await startAnswering();
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'));
  const write = (/** @type {number} */ changed) => {
    const cases = promptsOf(changed).map(
      (prompt, n) => `      - { test: "inputs.way == '${n + 1}'", task: { description: "${prompt}" } }`,
    );
    const flow = `default_model: lab:test
inputs: { mail: { type: text, required: true }, way: { type: text, required: true } }
tasks:
  answer:
    type: cond
    cases:
${cases.join('\n')}
tests: { mails: { rows: "file:///mails.csv", expect: [{ type: cel, value: content.contains(row.mail) }] } }
`;
    writeFileSync(join(folder, 'flow.yaml'), flow);
  };
  const rows = promptsOf(0).flatMap((_, n) => mailsOf(amounts.mails, 0).map((mail) => `${mail},${n + 1}`));
  writeFileSync(join(folder, 'mails.csv'), ['mail,way', ...rows].join('\n'));
  const line = [absolute(program), 'test', 'flow.yaml', '--provider', 'lab', '--jobs', String(amounts.atOnce)];
  return threePasses(write, async () => {
    const { code, told, figures } = await runTool(server, process.execPath, folder, line, { LAB_BASE_URL: server.url });
    if (code !== 0 || !told.includes(`${rows.length} passed`)) throw new Error(told);
    return figures;
  }).finally(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
}

/**
 * The same cases by promptfoo, which `npm install promptfoo node` puts into a folder.
 * @param {string} installed
 */
export async function measurePromptfooCases(installed) {
  const server = await startAnswering();
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'));
  const write = (/** @type {number} */ changed) => {
    const config = {
      prompts: promptsOf(changed),
      providers: [{ id: 'openai:chat:test', config: { apiBaseUrl: server.url, apiKey: 'k' } }],
      tests: mailsOf(amounts.mails, 0).map((mail) => ({
        vars: { mail },
        assert: [{ type: 'contains', value: mail }],
      })),
    };
    writeFileSync(join(folder, 'promptfooconfig.json'), JSON.stringify(config));
  };
  const all = amounts.mails * amounts.prompts;
  const program = join(installed, 'node_modules/promptfoo/dist/src/entrypoint.js');
  const quiet = ['--no-table', '--no-progress-bar', '--no-share'];
  const line = [program, 'eval', '-c', 'promptfooconfig.json', '-j', String(amounts.atOnce), ...quiet];
  const env = {
    ...{ PROMPTFOO_CONFIG_DIR: join(folder, 'kept'), PROMPTFOO_CACHE_PATH: join(folder, 'kept/cache') },
    ...{ PROMPTFOO_DISABLE_TELEMETRY: '1', PROMPTFOO_DISABLE_UPDATE: '1' },
  };
  return threePasses(write, async () => {
    const { code, told, figures } = await runTool(server, join(installed, 'node_modules/.bin/node'), folder, line, env);
    if (code !== 0 || !told.includes(`${all} passed`)) throw new Error(told);
    return figures;
  }).finally(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
}

/**
 * A first pass, one in which nothing changed, and one after a prompt became another.
 * @param {(changed: number) => void} write
 * @param {() => Promise<Record<string, number>>} run
 */
async function threePasses(write, run) {
  write(0);
  const first = await run();
  const again = await run();
  write(3);
  return { ...named(first, 'first'), ...named(again, 'again'), ...named(await run(), 'one prompt changed') };
}
