import { waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { openWithScripts } from '@tests/support/page-runs';
import { expect, it } from 'vitest';

const reviewed = `heddle: 1
name: Reviewed
default_model: sim:default
variables: { SUBJECT: looms }
agents:
  terse: { system: You are terse. }
max_concurrency: 2
tasks:
  left: { description: "Say what {{SUBJECT}} are", agent: terse }
  right: { description: Say what threads are }
  sum: { description: "Sum up {{left}}", depends_on: [left, right] }
  count: { type: script, script: { content: wc -c }, depends_on: [sum] }
`;

/** Opens the plan of the open workflow. */
async function openPlan(page: Page) {
  await page.press('Plan', page.topBar);
  const element = await page.all.findByRole('main', { name: 'Plan' });
  return { element, plan: within(element) };
}

/** A figure at the head of the plan. */
const figure = (plan: Page['all'], name: string) => {
  const term = plan.getAllByText(name, { exact: true }).find((one) => one.closest('dl > div') !== null);
  return term?.closest('dl > div') as HTMLElement;
};

it('says from the second run on what earlier runs took', async () => {
  const { page, runs } = await openWithScripts(reviewed);
  for (const _ of [1, 2]) {
    const before = (await page.runs()).length;
    await (before === 0 ? runs.start() : runs.otherWay(/^Run everything again/));
    await runs.hasRuns(before + 1);
    expect(await runs.isOver()).toBe('completed');
  }
  const { plan } = await openPlan(page);
  const row = (name: RegExp) => plan.getByRole('row', { name });
  await waitFor(() => expect(row(/^left/)).toHaveTextContent(/about \$0\.00, [\d.]+k? tok, .+; from 2 runs/));
  expect(figure(plan, 'Cost')).toHaveTextContent(/likely about \$0\.00, from 2 runs/);
  expect(figure(plan, 'Time')).toHaveTextContent(/about .+likely, from 2 runs/);
  await plan.findByRole('button', { name: 'Run for about $0.00, at most $0.00' });
  expect(row(/^count/)).not.toHaveTextContent('from 2 runs');
});

it('is left by Escape', async () => {
  const page = await openPage(reviewed);
  const { element } = await openPlan(page);
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(element).not.toBeInTheDocument());
  await waitFor(() => page.canvas);
});

it('counts tokens by a real tokenizer', async () => {
  const words = 'loom '.repeat(1000);
  const page = await openPage(
    `heddle: 1\nname: Long\ndefault_model: openai:gpt-4o-mini\ntasks:\n  long: { description: "${words}" }\n`,
  );
  const { plan } = await openPlan(page);
  const tokensIn = () => within(plan.getByRole('row', { name: /^long/ })).getAllByRole('cell')[3];
  // Five characters a word: with characters / 4 it would be 1.3k.
  await waitFor(() => expect(tokensIn()).toHaveTextContent(/^1\.0k$/));
});

it('says that a price is not known, and never $0', async () => {
  const page = await openPage(reviewed.replace('sim:default', 'ollama:somebody/model-of-their-own'));
  const { element, plan } = await openPlan(page);
  await waitFor(() => expect(figure(plan, 'Cost')).toHaveTextContent('not known'));
  await plan.findByText('The price of ollama:somebody/model-of-their-own is not known');
  expect(plan.getByRole('row', { name: /^left/ })).toHaveTextContent('price not known');
  expect(element).not.toHaveTextContent('$0');
  expect(plan.getByRole('button', { name: /^Run/ })).toHaveTextContent(/^Run, cost not known$/);
});

it('lists what stands in the way, and leads to it', async () => {
  const page = await openPage(reviewed.replace('{{left}}', '{{lef}}'));
  const { plan } = await openPlan(page);
  await plan.findByText('The workflow cannot run yet');
  const element = plan.getByRole('complementary', { name: 'Before you run' });
  const checks = within(element);
  expect(checks.getByRole('heading')).toHaveTextContent(/Problems that stop the run/);
  expect(element).toHaveTextContent('lef');
  await page.press('Show sum', checks);
  await waitFor(() => page.inspector.getByRole('heading', { level: 2, name: 'sum' }));
});

it('says what is known of the providers, and asks them', async () => {
  const listed = ['ebb'];
  let isThere = true;
  const fetch: typeof globalThis.fetch = async (input) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (!isThere || url.host !== 'harbour.test') throw new TypeError('Failed to fetch');
    return Response.json({ object: 'list', data: listed.map((id) => ({ id, object: 'model' })) });
  };
  const { page } = await openWithScripts(
    'default_model: harbour:tide\ntasks:\n  a: { description: A }\n  b: { description: B, model: "openai:gpt-6-luna" }\n',
    { providers: [{ id: 'harbour', baseUrl: 'http://harbour.test/v1' }], fetch },
  );
  const { plan } = await openPlan(page);
  const element = await plan.findByLabelText('Providers');
  const says = (text: string) => waitFor(() => expect(element).toHaveTextContent(text));
  const ask = async () => page.user.click(await within(element).findByRole('button', { name: 'Ask them' }));
  await says('not asked yet');
  await says('OpenAI: no key');
  await ask();
  await says('does not list tide');
  listed.push('tide');
  await ask();
  await says('harbour: answers');
  isThere = false;
  await ask();
  await says('harbour: did not answer');
  await page.user.click(within(element).getAllByRole('button', { name: 'Open Models' })[0] as HTMLElement);
  await page.all.findByRole('main', { name: 'Models' });
});

it('draws the rows in sight of a long plan, and finds any of them by its filter', async () => {
  const tasks = Array.from({ length: 400 }, (_, n) => `  t${n}: { description: Thread ${n} }`).join('\n');
  const page = await openPage(`heddle: 1\nname: Long\ndefault_model: sim:fast\ntasks:\n${tasks}\n`);
  const { element, plan } = await openPlan(page);
  const table = await plan.findByRole('table');
  await waitFor(() => expect(table).toHaveAttribute('aria-rowcount', '402'));
  expect(within(table).getAllByRole('row').length).toBeLessThan(60);
  expect(element.querySelectorAll('*').length).toBeLessThan(2000);
  expect(plan.queryByRole('row', { name: /^t399/ })).toBeNull();
  await page.user.keyboard('{Control>}f{/Control}');
  const filter = plan.getByRole('searchbox', { name: 'Filter the tasks of the plan' });
  expect(filter).toHaveFocus();
  await page.user.keyboard('t399');
  await page.user.click(await plan.findByRole('button', { name: /^t399/ }));
  expect(table).toHaveTextContent('Thread 399');
  expect(plan.queryByRole('row', { name: /^t1\b/ })).toBeNull();
  await page.user.keyboard('{Control>}f{/Control}nothing');
  await plan.findByText('No matching tasks.');
});

it('says how many tasks it plans, and offers to leave, until the plan is there', async () => {
  const page = await openPage(reviewed);
  const seen = new Set<string>();
  const observer = new MutationObserver(() => seen.add(document.querySelector('main')?.textContent ?? ''));
  observer.observe(document.body, { childList: true, subtree: true });
  const { plan } = await openPlan(page);
  await plan.findByRole('table');
  observer.disconnect();
  expect([...seen].filter((text) => /Planning 4 tasks….*Cancel/.test(text))).not.toEqual([]);
});

it('grows task by task, and keeps what is there when it is cancelled, until it is planned again', async () => {
  const tasks = Array.from({ length: 700 }, (_, n) => `  t${n}: { description: Thread ${n} }`).join('\n');
  const page = await openPage(`heddle: 1\nname: Long\ndefault_model: sim:fast\ntasks:\n${tasks}\n`);
  const observer = new MutationObserver(() => {
    if (document.querySelector('main[aria-label="Plan"] progress') === null) return;
    observer.disconnect();
    within(document.body).getByRole('button', { name: 'Cancel' }).click();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const { element, plan } = await openPlan(page);
  await plan.findByText(/^Stopped at 100 of 700 tasks$/);
  expect(figure(plan, 'Cost so far')).toHaveTextContent('$0.00');
  expect(figure(plan, 'Calls')).toHaveTextContent('100');
  expect(plan.getByRole('row', { name: /^t0\b/ })).toBeVisible();
  expect(plan.getByRole('table')).toHaveAttribute('aria-rowcount', '102');
  expect(within(element).queryByRole('button', { name: /^Run/ })).toBeNull();
  await page.press('Plan again', plan);
  await waitFor(() => expect(plan.getByRole('table')).toHaveAttribute('aria-rowcount', '702'));
  expect(figure(plan, 'Calls')).toHaveTextContent('700');
  expect(element.querySelector('progress')).toBeNull();
});

it('compares the budget: one that ends before its first call is said, and the run is off until it is larger', async () => {
  const page = await openPage(
    'default_model: openai:gpt-6-luna\nlimits: { max_total_cost_usd: 0.000001 }\ntasks:\n  a: { description: A }\n  b: { description: B }\n',
  );
  const { plan } = await openPlan(page);
  const budget = within(await plan.findByRole('region', { name: 'Budget of a run' }));
  expect(await budget.findByRole('alert')).toHaveTextContent(
    /^This budget ends before its first call.*a may take up to/,
  );
  expect(plan.getByRole('button', { name: /^Run for/ })).toBeDisabled();
  expect(plan.getByRole('button', { name: 'Dry run' })).toBeEnabled();
  await page.press(/, the most it can cost$/, budget);
  await budget.findByText('The budget covers the worst case');
  expect(plan.getByRole('button', { name: /^Run for/ })).toBeEnabled();
  await page.press('No budget', budget);
  await waitFor(() => expect(budget.queryByText('The budget covers the worst case')).toBeNull());
  const most = plan.getByRole('button', { name: /^Run for/ }).textContent;
  await page.fill(budget.getByLabelText('Budget, $'), '0.02');
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(plan.getByRole('button', { name: 'Run for at most $0.02' })).toBeEnabled());
  expect(most).toBe('Run for at most $0.03');
  await page.press('No budget', budget);
  await page.fill(budget.getByLabelText('Budget, $'), 'much');
  await page.user.keyboard('{Enter}');
  await budget.findByText('An amount in US dollars, such as 0.50.');
  await page.isNotSaved('max_total_cost_usd');
});
