import { describe, expect, it } from 'vitest';
import { unpackData } from '@/share/shared-file';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { run } from '../memory-io.testing';

const filePage = '<!doctype html><head><title>A run of Heddle</title></head><body><!--heddle-run--></body>';
const key = `ghp_${'a1B2c3'.repeat(6)}`;
const text = `default_model: "sim:fast"
variables: { REGION: harbour-north }
tasks:
  fetch: { description: "Ask anna@x.org in {{REGION}}", options: { reply: "Two boats" } }
`;
const withKey = text.replace('Two boats', `Two boats, ${key}`);

async function runOnce(workflow = text) {
  const journal = createRunJournal();
  const files = { 'a.yaml': workflow };
  expect((await run('run a.yaml', { files, journal })).code).toBe(0);
  return (line: string, more = {}) => run(`export ${line}`, { journal, filePage, ...more });
}

describe('heddle export --html', () => {
  it('says what others will see, writes the page, and the run comes out of it again', async () => {
    const exportRun = await runOnce();
    const { code, err, files } = await exportRun('--html run.html --title "Boats"');
    expect([code, err]).toEqual([0, expect.stringContaining('Others will see:\n  1 task and ')]);
    expect(err).toContain('prompts and answers of 1 call: sim:fast');
    const page = files['run.html'] ?? '';
    expect(page).toContain('Boats');
    const imported = await run('import run.html', { files: { 'run.html': page }, journal: createRunJournal() });
    expect(imported).toMatchObject({ code: 0, err: expect.stringContaining('completed') });
  });

  it('takes out what is wished, and says what and how often', async () => {
    const exportRun = await runOnce();
    const { err, files } = await exportRun('--html --out run.html --redact mails,REGION,/b.?ats/');
    expect(err).toMatch(/1 mail address in \d+ places?, as \[mail 1\]\n/);
    expect(err).toMatch(/the value of REGION in \d+ places, as \[REGION\]\n/);
    expect(files['run.html']).toMatch(/data-taken-out="[1-9]\d*"/);
    const journal = createRunJournal();
    const { out } = await run('import run.html', { files: { 'run.html': files['run.html'] ?? '' }, journal });
    const log = (await run(`export ${out.trim()} --payloads`, { journal })).out;
    for (const gone of ['anna', 'harbour-north', 'boats']) expect(log).not.toContain(gone);
    for (const mark of ['[mail 1]', '[REGION]', '[text 1]']) expect(log).toContain(mark);
  });

  it('writes nothing in which something looks like a key, until that is taken out', async () => {
    const exportRun = await runOnce(withKey);
    const refused = await exportRun('--html run.html');
    expect(refused).toMatchObject({ code: 2, files: {} });
    expect(refused.err).toContain('looks like a key: ghp_••••••B2c3, ');
    expect(refused.err).toContain('--redact keys takes');
    expect(refused.err).not.toContain(key);
    expect(await exportRun('--html run.html --redact keys')).toMatchObject({
      code: 0,
      err: expect.stringContaining('[key 1]'),
    });
  });

  it('has no secret of the environment', async () => {
    const exportRun = await runOnce();
    const { err } = await exportRun('--html run.html', { env: { BOAT_API_KEY: 'Two boats' } });
    expect(err).toMatch(/secrets in \d+ places?/);
  });

  it('leaves all texts out with --level figures, says so, and what is left is not imported', async () => {
    const exportRun = await runOnce(withKey);
    const { code, err, files } = await exportRun('--html run.html --level figures');
    expect([code, err]).toEqual([0, expect.stringMatching(/ {2}1 call: sim:fast\n.*\n {2}no text: prompts, outputs/)]);
    const imported = await run('import run.html', { files: { 'run.html': files['run.html'] ?? '' } });
    expect(imported).toMatchObject({ code: 2, err: expect.stringContaining('figures of a run, without its texts') });
  });

  it('has the run to compare with beside it, of which the same is taken out with the same marks', async () => {
    const journal = createRunJournal();
    const runIt = (reply: string) =>
      run('run a.yaml', { files: { 'a.yaml': text.replace('Two boats', reply) }, journal });
    const first = (await runIt('Two boats of bert@x.org and anna@x.org')).out.trim();
    const [earlier = ''] = await journal.ids();
    expect(first).not.toBe('');
    await runIt('Two boats of anna@x.org');
    const wish = `export --html run.html --redact mails --compare ${earlier}`;
    const { code, err, files } = await run(wish, { journal, filePage });
    expect([code, err]).toEqual([0, expect.stringContaining('another run, to compare: 1 task, ')]);
    const [, own = '', other = ''] = files['run.html']?.split(/<script [^>]*>/) ?? [];
    const readTexts = async (packed: string) => {
      let log = '';
      for await (const part of unpackData(packed.split('<')[0] ?? '')) log += new TextDecoder().decode(part);
      return log;
    };
    const [ownLog, otherLog] = [await readTexts(own), await readTexts(other)];
    const mark = /Two boats of (\[mail \d\])"/.exec(ownLog)?.[1];
    expect(mark).toBeDefined();
    expect(otherLog).toMatch(/Two boats of \[mail \d\] and \[mail \d\]"/);
    expect(otherLog).toContain(` and ${mark}`);
    for (const log of [ownLog, otherLog]) expect(log).not.toMatch(/anna|bert/);
    // Whoever reads one run reads the shared one.
    const imported = await run('import run.html', { files: { 'run.html': files['run.html'] ?? '' } });
    expect(imported).toMatchObject({ code: 0, err: expect.stringContaining('completed') });
  });

  it('refuses a key that is in the run to compare with, and a run that is not another one', async () => {
    const exportRun = await runOnce();
    const journal = createRunJournal();
    await run('run a.yaml', { files: { 'a.yaml': withKey }, journal });
    const [earlier = ''] = await journal.ids();
    await run('run a.yaml', { files: { 'a.yaml': text }, journal });
    const refused = await run(`export --html run.html --compare ${earlier}`, { journal, filePage });
    expect(refused).toMatchObject({ code: 2, files: {}, err: expect.stringContaining('looks like a key') });
    expect(await exportRun('--html run.html --compare 20200101-000000-0000')).toMatchObject({
      ...{ code: 2, files: {}, err: expect.stringContaining('--compare: There is no run 20200101-000000-0000') },
    });
    const [last = ''] = await journal.ids();
    expect(await run(`export --html run.html --compare ${last}`, { journal, filePage })).toMatchObject({
      ...{ code: 2, files: {}, err: expect.stringContaining('--compare is the run that is exported') },
    });
  });

  it('has only the parts that are named, and says which are left out', async () => {
    const exportRun = await runOnce();
    const { code, err, files } = await exportRun('--html run.html --parts outputs');
    expect([code, err]).toEqual([0, expect.stringContaining('  left out: prompts and inputs, tool calls\n')]);
    expect(err).toContain('  answers of 1 call: sim:fast\n');
    expect(files['run.html']).toContain(' data-left-out="prompts tools"');
    const journal = createRunJournal();
    const { out } = await run('import run.html', { files: { 'run.html': files['run.html'] ?? '' }, journal });
    const log = (await run(`export ${out.trim()} --payloads`, { journal })).out;
    expect(log).toContain('Two boats');
    for (const gone of ['anna', 'harbour-north', 'Ask ']) expect(log).not.toContain(gone);
  });

  it('says what it does not understand, and writes nothing then', async () => {
    const exportRun = await runOnce();
    const cases = [
      ['--html', 'Which file?'],
      ['--html run.html --redact faces', '--redact faces: it is keys, mails, phones'],
      ['--html run.html --redact /(/', '--redact /(/: '],
      ['--html run.html --level some', '--level is all, or figures'],
      ['--html run.html --parts outputs,faces', '--parts faces: the parts are prompts, outputs, tools, files.'],
      ['--html run.html --parts outputs --level figures', '--level figures is without parts'],
      ['--html run.html --level figures --files', 'Leave --files and --address away'],
      ['--html run.html --address javascript:alert(1)', '--address is where Heddle is'],
    ];
    for (const [line = '', why = ''] of cases)
      expect(await exportRun(line)).toMatchObject({ code: 2, files: {}, err: expect.stringContaining(why) });
    expect(await exportRun('--html run.html', { filePage: undefined })).toMatchObject({ code: 2, files: {} });
  });
});
