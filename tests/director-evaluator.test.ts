import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FaultServer, startFaultServer } from '../e2e/servers/fault-server';
import { runOverHttp } from './over-http';

const seed = (name: string) => readFileSync(`tests/fixtures/xml/seeds/${name}.xml`, 'utf8');
const requestBlock =
  '\n\n```heddle\n{"type": "review", "criteria": ["clear", "complete"], "target": "the suggestions"}\n```';

let server: FaultServer;
beforeEach(async () => {
  server = await startFaultServer();
});
afterEach(() => server.close());

/** Answers prompts that contain `match` with these replies, in order. */
function answer(match: string, ...replies: readonly string[]): void {
  // Of the matching rules, the one added last is used, until it is used up.
  for (const reply of [...replies].reverse()) server.on({ match, reply, times: 1 });
}

function resultOf(events: Awaited<ReturnType<typeof runOverHttp>>['events']) {
  return events.find(({ kind, path }) => kind === 'task.completed' && !path.includes('attempt'));
}

describe('the dynamic director-evaluator of the seeds, at a server', () => {
  it('runs over three rounds, of which only the latest evaluation is sent to the director', async () => {
    answer('Analyze changes', `Suggest A${requestBlock}`, `Suggest B${requestBlock}`, 'Suggest C, at last');
    answer(
      'Validate suggestions',
      '{"success": false, "feedback": "A is unclear"}',
      '{"success": true, "feedback": null}',
    );
    const { status, events } = await runOverHttp(seed('002-1737-director-evaluator'), 'xml', server.url);
    expect(status).toBe('completed');
    expect(resultOf(events)).toMatchObject({ result: 'Suggest C, at last', data: { status: 'COMPLETE' } });

    const directed = server.requests.filter(({ prompt }) => prompt.includes('Analyze changes'));
    expect(directed).toHaveLength(3);
    const [first, second, third] = directed.map(({ prompt }) => prompt);
    expect(first).not.toContain('last_evaluator_output');
    const latest = (evaluation: object) =>
      `<last_evaluator_output>${JSON.stringify(evaluation)}</last_evaluator_output>`;
    expect(second).toContain(latest({ success: false, feedback: 'A is unclear', target_content: 'Suggest A' }));
    expect(third).toContain(latest({ success: true, feedback: null, target_content: 'Suggest B' }));
    expect(third).not.toMatch(/Suggest A|A is unclear/);
    // A separate conversation each time: its input is sent once, and without its earlier replies.
    for (const { body } of directed) {
      expect((body['messages'] as { role: string }[]).map(({ role }) => role)).not.toContain('assistant');
    }
    // Apart from the slot, the director gets the same input.
    const rest = (prompt: string | undefined) => prompt?.replace(/<inputs>[\s\S]*<\/inputs>\s*/, '');
    expect(rest(second)).toBe(first);
    expect(rest(third)).toBe(first);
  });
});

describe('a static director-evaluator, at a server and with a real script', () => {
  const yaml = `
tasks:
  haiku:
    type: director_evaluator
    mode: static
    max_iterations: 3
    director: { description: Write a haiku }
    script: { script: { content: 'n=$(wc -l); echo "lines: $n"; [ "$n" -eq 3 ] || { echo "not three" >&2; exit 7; }' } }
    evaluator: { description: "Judge by what the script says: {{stdout}} {{stderr}} {{exit_code}}" }
`;

  it('hands the output of the director to the script, and what that says, failed or not, to the evaluator', async () => {
    answer('Write a haiku', 'one line\n', 'an old silent pond\na frog jumps into the pond\nsplash! silence again\n');
    answer('lines: 1', '{"success": false, "feedback": "Three lines, please"}');
    answer('lines: 3', '{"success": true, "feedback": null}');
    const { status, events } = await runOverHttp(yaml, 'yaml', server.url);
    expect(status).toBe('completed');
    expect(server.count('Judge by what the script says: lines: 1')).toBe(1);
    expect(server.requests[1]?.prompt).toContain('not three\n 7');
    expect(server.requests[2]?.prompt).toContain('Three lines, please');
    expect(resultOf(events)?.result).toMatch(/^an old silent pond/);
    const rounds = events.filter(({ kind }) => kind === 'iteration.logged').map(({ data }) => data);
    expect(rounds).toMatchObject([
      { n: 1, exitCode: 7, notes: { success: false } },
      { n: 2, exitCode: 0, notes: { success: true } },
    ]);
  });

  it.each(['002-1495-static-director-evaluator', '002-2176-static-director-evaluator'])(
    'runs as the seeds write it, as a sequence whose steps are told notes of those before (%s)',
    async (name) => {
      answer('Generate Initial Output', 'The draft');
      answer('Pass director output to script', 'What the script gets');
      answer('Process output from target script', 'What came of it');
      answer('Evaluate Script Output', 'All is well');
      const { status, events } = await runOverHttp(seed(name), 'xml', server.url);
      expect(status).toBe('completed');
      expect(resultOf(events)?.result).toBe('All is well');
      const last = server.requests.at(-1)?.prompt;
      expect(last).toContain('The draft');
      expect(last).toContain('What the script gets');
      expect(last).toContain('<script_output>What came of it</script_output>');
    },
  );
});
