import { expect } from './support/app';
import { makerCases, openWithMakers, test } from './support/makers';

const lookTool = `tools:
  look:
    description: Looks up a page.
    parameters: { type: object, properties: { page: { type: integer } }, required: [page], additionalProperties: false }
    script: { language: bash, stdin: "{{page}}", content: 'echo "Page $(cat) tells little."' }
`;
/** For the plain server, whose models think only when instructed. */
const thinking = '[think:Deep thought][reasoning-content]';
/** A field that no table knows to be refused, as a document writes it and as the server names it. */
const fields = {
  openai: ['truncation: auto', 'truncation'],
  anthropic: ['service_tier: auto', 'service_tier'],
  google: ['presence_penalty: 0.5', 'presencePenalty'],
  plain: ['verbosity: low', 'verbosity'],
} as const;

for (const { maker, model } of makerCases) {
  const modelLine = `default_model: "${maker}:${model}"\n`;
  const asking = (prompt: string, more = '') => `${modelLine}tasks:\n  ask: { description: "${prompt}"${more} }\n`;

  test(`${maker}: five turns with tools and thoughts, reloaded in the third`, async ({ app, makers }) => {
    const tasks = `tasks:\n  ask: { description: "Look around. [tools:5][hold@3]${thinking}" }\n`;
    await openWithMakers(app, makers, `${modelLine}${lookTool}${tasks}`);
    await app.start();
    await expect.poll(() => makers.requests.at(-1)?.turn).toBe(3);
    await app.page.reload();
    // The third turn was in flight, and is sent again; the hold was for one request.
    expect(await app.isOver()).toBe('completed');
    expect(makers.refused()).toEqual([]);
    expect(makers.requests.map(({ turn }) => turn)).toEqual([1, 2, 3, 3, 4, 5, 6]);
    expect(makers.requests[3]?.body).toEqual(makers.requests[2]?.body);

    const replies = (await app.storedEvents()).filter((event) => event.kind === 'model.replied');
    expect(replies.map(({ data }) => data.reasoning?.text)).toEqual(Array(6).fill('Deep thought'));
    await expect(await app.output('ask')).toContainText('Done after 5 results');
    await expect(await app.output('ask')).not.toContainText('Deep thought');
  });

  test(`${maker}: a vote of five`, async ({ app, makers }) => {
    await openWithMakers(app, makers, asking('Red or blue? [pick:red|blue|red|red|red]', ', voting: { k: 3 }'));
    expect(await app.run()).toBe('completed');
    expect(makers.refused()).toEqual([]);
    expect(makers.requests).toHaveLength(5);
    await expect(await app.output('ask')).toContainText('4 to 1');
  });

  test(`${maker}: a parameter that no table knows is refused once, and not sent after a reload`, async ({
    app,
    makers,
  }) => {
    const [option, field] = fields[maker];
    await openWithMakers(app, makers, asking(`Say it. [param:${field}]`, `, options: { ${option} }`));
    const sent = () => makers.requests.map(({ body }) => JSON.stringify(body).includes(`"${field}":`));
    expect(await app.run()).toBe('completed');
    expect(sent()).toEqual([true, false]);
    await expect(await app.eventsOf('model.learned')).toHaveCount(1);
    await app.reload();
    expect(await app.runEverythingAgain()).toBe('completed');
    expect(sent()).toEqual([true, false, false]);
  });

  test(`${maker}: a stream that is cut in thinking is asked for again`, async ({ app, makers }) => {
    await openWithMakers(app, makers, asking(`Say it. [cut:thinking]${thinking}`));
    expect(await app.run()).toBe('completed');
    expect(makers.requests).toHaveLength(2);
    await expect((await app.output('ask')).getByText('ok', { exact: true })).toBeVisible();
  });

  test(`${maker}: a model is tested with a tool, and what it thought goes back`, async ({ app, makers }) => {
    await openWithMakers(app, makers, asking('Ask.'));
    await app.openModels();
    const connection = app.models.getByRole('region', { name: 'Connection' });
    const testIt = () => connection.getByRole('button', { name: /^Test/ }).click();
    makers.next(`[tools:1]${thinking}`, { match: 'Emden', times: 2 });
    await testIt();
    await expect(connection).toContainText('Calls a tool, takes its thinking back');
    expect(makers.refused()).toEqual([]);
    expect(makers.requests).toHaveLength(3);
    const [call, back] = makers.requests.slice(1).map(({ body }) => JSON.stringify(body));
    expect(call).toContain('tide_table');
    expect(back).toContain('High tide 14:20');

    makers.reset();
    await testIt();
    await expect(connection).toContainText('Answers, but without calling the tool it was asked to');
    await expect(connection.getByRole('status')).toHaveText(/^3 requests/);
    await expect(app.provider(maker)).toContainText('Connected');

    makers.reset();
    makers.next('[tools:1]', { match: 'Emden' });
    makers.next('[status:400]', { match: 'Emden' });
    await testIt();
    await expect(connection).toContainText('Its tool call, with the result:');
    await expect(connection.getByRole('status')).toHaveText(/^4 requests/);
  });
}
