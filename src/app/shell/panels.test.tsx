import { waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { expect, it } from 'vitest';
import { openDrawer, setPanels } from '@/state/view/panels';

const text = `heddle: 1
name: Panels
default_model: sim:default
tasks:
  first: { description: Say one thing. }
  second: { description: Say another. }
`;

const findInspector = (page: Page) => page.all.queryByRole('complementary', { name: 'Inspector' });
const pressRow = async (page: Page, label: string) => page.user.click(await waitFor(() => page.row(label)));
const closeInspector = (page: Page) => page.press('Close the inspector');

it('opens the inspector with the first selection, and once a person closed it only when asked to', async () => {
  const page = await openPage(text, { isFirstVisit: true });
  await page.all.findByRole('button', { name: 'Workflow settings' });
  expect(findInspector(page)).toBeNull();
  await pressRow(page, 'first');
  await page.inspector.findByRole('heading', { name: 'first' });
  await closeInspector(page);
  expect(findInspector(page)).toBeNull();
  await pressRow(page, 'second');
  await page.all.findByRole('button', { name: 'Settings of the selection' });
  expect(findInspector(page)).toBeNull();
  await page.user.keyboard('{Enter}');
  await page.inspector.findByRole('heading', { name: 'second' });
});

it('shows the settings of the workflow from the rail, and what was chosen is there on the next visit', async () => {
  const page = await openPage(text, { isFirstVisit: true });
  await page.press('Workflow settings');
  await page.inspector.findByRole('heading', { name: 'Workflow' });
  await page.reload();
  await page.inspector.findByRole('heading', { name: 'Workflow' });
  await closeInspector(page);
  await page.reload();
  await pressRow(page, 'first');
  await page.all.findByRole('button', { name: 'Settings of the selection' });
});

it('opens the drawer with the first run, and leaves one alone that a person has closed', async () => {
  const page = await openPage(text, { isFirstVisit: true });
  const toggle = () => within(page.all.getByRole('region', { name: 'Run' }));
  await waitFor(() => toggle().getByRole('button', { name: 'Open the drawer' }));
  await page.run();
  await waitFor(() => toggle().getByRole('button', { name: 'Close the drawer' }));
  await page.press('Close the drawer');
  await page.runEverythingAgain();
  toggle().getByRole('button', { name: 'Open the drawer' });
});

it('has the same height before, in and after a run, as the person set it', async () => {
  const page = await openPage(text);
  openDrawer(page.stores.view);
  setPanels(page.stores.view, { drawerHeight: 260 });
  const height = () => document.querySelector<HTMLElement>('[data-region="drawer"]')?.style.height;
  await waitFor(() => expect(height()).toBe('260px'));
  await page.run();
  await waitFor(() => expect(page.stores.run.getState().present.status).toBe('completed'));
  expect(height()).toBe('260px');
});

it('sets the budget of a run in the top bar, which says it, and takes it away', async () => {
  const page = await openPage(text);
  await page.press('No budget', page.topBar);
  const form = within(await page.all.findByRole('dialog', { name: 'Budget of a run' }));
  await page.press('Set the budget', form);
  form.getByText('Enter an amount above 0.');
  await page.fill(form.getByLabelText('Budget of each run, $'), '2');
  await page.press('Set the budget', form);
  await page.press('Budget $2.00', page.topBar);
  await page.isSaved(/max_total_cost_usd: 2\b/);
  await page.press('No budget', within(await page.all.findByRole('dialog', { name: 'Budget of a run' })));
  await page.isNotSaved('limits');
  await page.topBar.findByRole('button', { name: 'No budget' });
});
