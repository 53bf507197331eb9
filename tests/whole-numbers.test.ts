import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeJson } from '@/base/json-text';
import { samples } from '@/base/samples.testing';
import { readXml } from '@/formats/xml/read-xml';
import { writeXml } from '@/formats/xml/write-xml';
import { readYaml } from '@/formats/yaml/read-yaml';
import { writeYaml } from '@/formats/yaml/write-yaml';
import { runHere } from './support/run-here';

const folder = mkdtempSync(join(tmpdir(), 'heddle-numbers-'));
const asked: { url: string; body: string }[] = [];
let server: Server;
let host: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    asked.push({ url: request.url ?? '', body });
    const id = /id=(-?\d+)/.exec(request.url ?? '')?.[1];
    response.setHeader('content-type', 'application/json').end(`{"id": ${id}, "text": "${id}"}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** Whole numbers on both sides of 2^53, and far beyond it. */
const anyWhole = fc.oneof(
  fc.bigInt({ min: -(2n ** 53n) - 9n, max: 2n ** 53n + 9n }),
  fc.bigInt({ min: 10n ** 17n, max: 10n ** 40n }),
);

async function run(flow: string, ...args: string[]) {
  writeFileSync(join(folder, 'flow.yaml'), flow);
  const env = { PATH: process.env['PATH'] ?? '' };
  return runHere(['run', 'flow.yaml', '--allow-scripts', ...args], { folder, env });
}

it('any whole number keeps its digits in YAML and XML, and a text of digits stays a text', () => {
  fc.assert(
    fc.property(anyWhole, (number) => {
      const value = Number.isSafeInteger(Number(number)) ? Number(number) : number;
      const given = { number: value, text: String(number), deep: [{ number: value, text: String(number) }] };
      const document = {
        heddle: 1,
        variables: { given },
        tasks: { a: { type: 'atomic', description: 'x', outputSchema: { enum: [value, String(number)] } } },
      } as never;
      const yaml = writeYaml(document);
      expect(yaml).toContain(`number: ${number}`);
      expect(readYaml(yaml).document).toEqual(document);
      expect(readXml(writeXml(document)).document).toEqual(document);
    }),
  );
});

it('any whole number keeps its digits through scripts, requests, inputs, expressions and results', async () => {
  const some = fc.sample(anyWhole, samples('WHOLE_NUMBERS', 2, 40)).map(String);
  for (const id of ['653247040368672768', '-9007199254740993', '340282366920938463463374607431768211457', ...some]) {
    const { code, out, err } = await run(
      `
tools:
  get:
    http: { url: "${host}/get?id={{id}}", body: { id: "{{id}}", at: "x{{id}}" } }
    parameters: { type: object, properties: { id: { type: integer } }, required: [id] }
tasks:
  first: { script: { content: 'echo "{\\"id\\": $ID, \\"text\\": \\"$ID\\"}"' }, inputs: { ID: "{{ID}}" } }
  call: { type: tool, tool: get, args: { id: { from: first.output.id } }, depends_on: [first] }
  program:
    script:
      language: javascript
      content: 'return { id: input.id, again: JSON.parse(JSON.stringify(input)).id, said: \`\${input.id}\` }'
    inputs: { id: { from: call.output.id } }
    depends_on: [call]
    returns: { id: output.id, said: '"n" + string(output.id)' }
  last:
    script: { content: 'cat; printf " %s" "$id" "$said" "$text"' }
    inputs: { all: { from: program }, id: { from: id }, said: { from: said }, text: { from: call.output.text } }
    depends_on: [program]
`,
      ...['--var', `ID=${id}`],
    );
    expect([id, code, err.includes('rror')]).toEqual([id, 0, false]);
    const whole = decodeJson(id);
    expect(asked.at(-1)).toEqual({ url: `/get?id=${id}`, body: `{"id":${id},"at":"x${id}"}` });
    const [json = '', ...texts] = out.trim().split(/(?<=\}) /);
    expect(decodeJson(json)).toEqual({
      all: { id: whole, again: whole, said: id },
      id: whole,
      said: `n${id}`,
      text: id,
    });
    expect(texts.join('')).toBe(`${id} n${id} ${id}`);
  }
});

it('a number alone that would be written in another way stays a text as a variable, and is warned of in a file', async () => {
  const flow = (variables: string) =>
    `${variables}tasks: { a: { script: { content: 'printf "%s" "$v"' }, inputs: { v: "{{v}}" } } }\n`;
  expect(await run(flow(''), '--var', 'v=3.10')).toMatchObject({ code: 0, out: expect.stringMatching(/^3\.10\n?$/) });
  const { err } = await run(flow('variables: { v: 1.10 }\n'));
  expect(err).toContain('1.10 is read as 1.1. Put it in quotes to keep it as it is written.');
});
