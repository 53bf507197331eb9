// A newcomer's first five minutes as pictures: a sentence, its draft, the plan, a run, one changed word, and what that
// changes. The model is played by this page, by the protocol of OpenAI.

const sentence =
  'Read three customer letters, sort each by what it is about, answer them kindly, and write a summary for the team.';

const letters = {
  first: 'My parcel came open.',
  second: 'How do I change my address?',
  third: 'Thank you for the quick repair!',
};

/** The draft that the model gives: nine tasks. */
const drafted = [
  '<workflow heddle="1" name="Customer letters"><tasks>',
  ...Object.entries(letters).flatMap(([which, letter]) => [
    task(`sort_${which}`, `Say in one word what the ${which} letter is about: ${letter}`),
    task(
      `answer_${which}`,
      `Answer the ${which} letter kindly, in three sentences. It is about {{sort_${which}}}: ${letter}`,
    ),
  ]),
  task('tone', 'Check that the answers are kind: {{answer_first}} {{answer_second}} {{answer_third}}'),
  task('summary', 'Sum up for the team what the letters are about: {{sort_first}}, {{sort_second}}, {{sort_third}}'),
  task('note', 'Write a note to the team from {{summary}} and {{tone}}'),
  '</tasks></workflow>',
].join('\n');

/**
 * @param {string} id
 * @param {string} prompt
 */
function task(id, prompt) {
  return `<task id="${id}"><description>${prompt}</description></task>`;
}

/** What the model answers to prompts that begin so. */
const replies = [
  ['Say in one word what the first', 'Damage'],
  ['Say in one word what the second', 'Address'],
  ['Say in one word what the third', 'Praise'],
  [
    'Answer the first',
    'We are sorry that your parcel came open. A new one is on its way today. Please keep the old one.',
  ],
  [
    'Answer the second',
    'You can change it under Account, Addresses. It holds from the next order on. Ask us if it does not.',
  ],
  ['Answer the third', 'Thank you for these kind words. I have told the workshop. We hope it lasts for long.'],
  ['Check that the answers', 'All three are kind and short.'],
  ['Sum up for the team', 'One damaged parcel, one question about an address, one thank you.'],
  ['Write a note', 'Three letters today: a damaged parcel, an address, and praise for the workshop. All are answered.'],
];

/** @type {Record<string, (page: import('@playwright/test').Page) => Promise<void>>} */
export const film = {
  'film-sentence': async (page) => {
    await playModel(page);
    await page.getByRole('button', { name: 'Use a key' }).click();
    const models = page.getByRole('main', { name: 'Models' });
    await models.getByLabel('Key of OpenAI').fill('sk-example');
    await models.getByRole('button', { name: 'Save and try it' }).click();
    await models.getByText('from its list of').waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('Keys for OpenAI.').waitFor();
    await page.getByLabel('What should the workflow do?').fill(sentence);
  },
  'film-draft': async (page) => {
    await film['film-sentence']?.(page);
    await page.getByRole('button', { name: 'Draft it' }).click();
    await page.getByRole('dialog').getByRole('img', { name: 'The drafted workflow' }).waitFor();
    const open = page.getByRole('dialog').getByRole('button', { name: 'Open it' });
    await open.evaluate((button) => button.scrollIntoView({ block: 'end' }));
  },
  'film-plan': async (page) => {
    await film['film-draft']?.(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Open it' }).click();
    await page.getByRole('application', { name: 'Workflow canvas' }).waitFor();
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    await page.getByRole('main', { name: 'Plan' }).getByText('Ready to run').waitFor();
  },
  'film-run': async (page) => {
    await film['film-plan']?.(page);
    await page.getByRole('button', { name: 'Canvas' }).first().click();
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-task="note"][data-status="ok"]').waitFor({ timeout: 120_000 });
    await page
      .getByText(/^Done in/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Show everything' }).click();
  },
  'film-change': async (page) => {
    await film['film-run']?.(page);
    await page.getByRole('treeitem', { name: /note/ }).click();
    const prompt = page.getByRole('complementary', { name: 'Inspector' }).getByLabel('Prompt', { exact: true });
    await prompt.press('Control+Home');
    await page.keyboard.press('Control+Shift+ArrowRight');
    await page.keyboard.type('Send');
    await page.locator('[data-task="note"][data-status="stale"]').waitFor();
    await page.getByText('1 of 9 tasks is out of date.').first().waitFor();
    await page.getByText('Saved in this browser').waitFor();
    await page.getByRole('button', { name: 'Show everything' }).click();
  },
};

/**
 * Answers for OpenAI.
 * @param {import('@playwright/test').Page} page
 */
async function playModel(page) {
  await page.route('https://api.openai.com/v1/models', (route) =>
    route.fulfill({ json: { data: [{ id: 'gpt-6-luna' }, { id: 'gpt-6.1-sol' }] } }),
  );
  await page.route('https://api.openai.com/v1/responses', (route) => {
    const asked = route.request().postData() ?? '';
    const isDraft = asked.includes('XML of Heddle');
    const text = isDraft ? drafted : (replies.find(([start = '']) => asked.includes(start))?.[1] ?? 'Done.');
    return route.fulfill({ contentType: 'text/event-stream', body: streamReply(text) });
  });
}

/**
 * A reply as OpenAI streams it.
 * @param {string} text
 */
function streamReply(text) {
  const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' };
  const part = { type: 'output_text', text, annotations: [] };
  const usage = {
    input_tokens: 180,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: Math.ceil(text.length / 4),
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 180 + Math.ceil(text.length / 4),
  };
  const response = { id: 'resp_1', object: 'response', created_at: 1_790_000_000, model: 'gpt-6-luna', output: [] };
  const place = { item_id: item.id, output_index: 0, content_index: 0 };
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress', usage: null } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...place, delta: text },
    { type: 'response.output_text.done', ...place, text },
    { type: 'response.content_part.done', ...place, part },
    { type: 'response.output_item.done', output_index: 0, item: { ...item, content: [part] } },
    {
      type: 'response.completed',
      response: { ...response, status: 'completed', output: [{ ...item, content: [part] }], usage },
    },
  ];
  return events
    .map((event, index) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: index })}\n\n`)
    .join('');
}
