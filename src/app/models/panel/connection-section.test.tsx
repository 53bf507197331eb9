import { waitFor, within } from '@tests/support/dom';
import { ModelsOnPage, storesWithProviders } from '@tests/support/models-screen';
import { openPage } from '@tests/support/page';
import { pageMakers, providersAt } from '@tests/support/page-makers';
import { type Makers, startMakers } from '@tests/support/servers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import ModelsScreen from '../models-screen';

let makers: Makers;
beforeEach(async () => {
  makers = await startMakers();
});
afterEach(() => makers.close());

/** For the plain server, whose models think only when instructed. */
const thinking = '[think:Deep thought][reasoning-content]';

it.each(pageMakers)('a model of $maker is tested with a tool, and what it thought goes back', async (one) => {
  const { maker, model } = one;
  const page = await openPage(`default_model: "${maker}:${model}"\ntasks:\n  ask: { description: Ask. }\n`, {
    storage: await storesWithProviders(...providersAt(makers)),
    only: <ModelsScreen />,
  });
  const models = new ModelsOnPage(page);
  await page.all.findByRole('navigation', { name: 'Providers' });
  const connection = () => models.details.getByRole('region', { name: 'Connection' });
  const testIt = async () => {
    await waitFor(() => expect(connection()).toHaveAttribute('aria-busy', 'false'));
    await page.press(/^Test/, within(connection()));
  };
  makers.next(`[tools:1]${thinking}`, { match: 'Emden', times: 2 });
  await waitFor(() => connection());
  await testIt();
  await waitFor(() => expect(connection()).toHaveTextContent('Calls a tool, takes its thinking back'));
  expect(makers.refused()).toEqual([]);
  expect(makers.requests).toHaveLength(3);
  const [call, back] = makers.requests.slice(1).map(({ body }) => JSON.stringify(body));
  expect(call).toContain('tide_table');
  expect(back).toContain('High tide 14:20');

  makers.reset();
  await testIt();
  const without = 'Answers, but without calling the tool it was asked to';
  await waitFor(() => expect(connection()).toHaveTextContent(without));
  expect(within(connection()).getByRole('status')).toHaveTextContent(/^3 requests/);
  expect(models.provider(maker)).toHaveTextContent('Connected');

  makers.reset();
  makers.next('[tools:1]', { match: 'Emden' });
  makers.next('[status:400]', { match: 'Emden' });
  await testIt();
  await waitFor(() => expect(connection()).toHaveTextContent('Its tool call, with the result:'));
  await waitFor(() => expect(within(connection()).getByRole('status')).toHaveTextContent(/^4 requests/));
});
