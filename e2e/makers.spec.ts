import { pageMakers } from '../tests/support/page-makers';
import { isAccessible } from './support/accessible';
import { expect } from './support/app';
import { openWithMakers, test } from './support/makers';

const thought = 'Deep thought';
const task = ({ maker, model }: (typeof pageMakers)[number]) => {
  const search = maker === 'plain' ? '' : ', { type: provider, name: web_search }';
  // The plain server's models think only when instructed.
  const prompt = `Ebb? [tools:2][tool:look][hold@2][think:${thought}]${maker === 'plain' ? '[reasoning-content]' : '[search:tides of Emden]'}`;
  return `  ${maker}: { description: "${prompt}", model: "${maker}:${model}", tools: [look${search}] }\n`;
};
const workflow = `tools:
  look:
    description: Looks up a page.
    parameters: { type: object, properties: { page: { type: integer } }, required: [page], additionalProperties: false }
    script: { language: bash, stdin: "{{page}}", content: 'echo "Page $(cat) tells little."' }
tasks:
${pageMakers.map(task).join('')}`;

// What is sent and understood at each maker is proven over HTTP in tests/makers. Here it is sent by the page's worker,
// across origins, with a key.
test('the page asks each maker across origins, and goes on in the middle of a conversation after a reload', async ({
  app,
  makers,
}) => {
  await openWithMakers(app, makers, workflow);
  await app.start();
  const turns = (maker: string) => makers.requests.filter((one) => one.maker === maker).map(({ turn }) => turn);
  for (const { maker } of pageMakers) await expect.poll(() => turns(maker).at(-1)).toBe(2);
  await app.page.reload();
  // The second turns were in flight, and are sent again; the hold was for one request.
  expect(await app.isOver()).toBe('completed');
  expect(makers.refused()).toEqual([]);
  for (const { maker } of pageMakers) expect(turns(maker), maker).toEqual([1, 2, 2, 3]);

  for (const { maker } of pageMakers) {
    const output = await app.output(maker);
    await expect(output).not.toContainText(thought);
    if (maker === 'plain') continue;
    const link = output.getByRole('region', { name: 'Sources' }).getByRole('link').first();
    await expect(link).toHaveAttribute('href', 'https://tides.example.com/1');
  }
  const output = await app.output('anthropic');
  await output.getByRole('button', { name: /^Thinking · / }).click();
  await expect(output).toContainText(thought);
  await isAccessible(app, 'what a model thought, and tools of makers did');
});
