import type { Locator } from '@playwright/test';
import { type App, expect, test } from './support/app';

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
async function openPlan(app: App): Promise<Locator> {
  await app.topBar.getByRole('button', { name: 'Plan', exact: true }).click();
  const plan = app.page.getByRole('main', { name: 'Plan' });
  await expect(plan.getByRole('heading', { level: 1 })).toHaveText('Plan');
  return plan;
}

/** A figure at the head of the plan. */
const figure = (plan: Locator, name: string) =>
  plan.locator('dl > div').filter({ has: plan.page().getByText(name, { exact: true }) });

test('shows waves, calls, tokens and cost, and what each call will be told; is an address; and runs', {
  tag: '@main',
}, async ({ app, page }) => {
  await app.openText(reviewed);
  const plan = await openPlan(app);
  await expect(plan.getByRole('rowheader', { name: /^Wave/ })).toHaveText(['Wave 1 · at once', 'Wave 2', 'Wave 3']);
  await expect(figure(plan, 'Calls')).toContainText('3');
  await expect(figure(plan, 'Calls')).toContainText('at most 2 at once');
  await expect(plan.getByText('Longest path: 3 of 4 tasks, each waits for the one before')).toBeVisible();
  await expect(figure(plan, 'Tokens')).toContainText(/\d/);
  await expect(plan).toContainText('Not counted: what is asked again after an error of the provider');
  await expect(plan.getByRole('row', { name: /^count/ })).toContainText('free');
  await plan.getByRole('button', { name: /^left/ }).click();
  await expect(plan).toContainText('Say what looms are');
  await expect(plan).toContainText('You are terse.');
  await plan.getByRole('button', { name: /^sum/ }).click();
  await expect(plan).toContainText('Sum up');
  await expect(plan.getByText('Ready to run')).toBeVisible();

  await expect(page).toHaveURL(/\/plan$/);
  await page.reload();
  await expect(plan.getByRole('rowheader', { name: 'Wave 2' })).toBeVisible();
  await plan.getByRole('button', { name: 'Canvas' }).click();
  await expect(app.canvas).toBeVisible();
  await expect(page).not.toHaveURL(/\/plan$/);
  await openPlan(app);
  await plan.getByRole('button', { name: /^Run for at most/ }).click();
  await expect.poll(async () => (await app.runs()).at(-1)?.status, { timeout: 30_000 }).toBe('completed');
  await expect(plan.or(app.canvas)).toBeVisible();
});
