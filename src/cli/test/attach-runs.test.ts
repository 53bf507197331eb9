import { expect, it } from 'vitest';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { run } from '../memory-io.testing';

const filePage = '<!doctype html><head><title>A run of Heddle</title></head><body><!--heddle-run--></body>';
const key = `ghp_${'a1B2c3'.repeat(6)}`;
const workflow = (reply: string) => `default_model: sim:fast
tasks:
  say: { description: "Ask anna@x.org", options: { reply: ${JSON.stringify(reply)} } }
tests:
  right: { expect: [{ type: contains, value: boats }] }
  wrong: { expect: [{ type: contains, value: ships }] }
`;

it('writes the run of each case that is not passed as a page without keys, which the reports link to', async () => {
  const files = { 'a.yaml': workflow(`Two boats, ${key}`) };
  const line = 'test a.yaml --html out/report.html --markdown out/report.md --runs out/runs --redact mails';
  const { code, err, files: written } = await run(line, { files, filePage });
  expect([err, code]).toEqual(['', 1]);
  const pages = Object.keys(written).filter((name) => name.includes('runs/'));
  expect(pages).toEqual([expect.stringMatching(/^runs\/wrong-[0-9a-f]{8}\.html$/)]);
  const [page = ''] = pages;
  expect(written['out/report.html']).toContain(`<a href="${page}">Its run</a>`);
  expect(written['out/report.md']).toContain('Its run');
  const journal = createRunJournal();
  const { out } = await run(`import ${page}`, { files: { [page]: written[page] ?? '' }, journal });
  const log = (await run(`export ${out.trim()} --payloads`, { journal })).out;
  expect(log).toContain('Two boats, [key 1]');
  for (const gone of [key, 'anna@x.org']) expect(log).not.toContain(gone);
});
