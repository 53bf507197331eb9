import { expect, test } from './support/app';

const workflow = `default_model: sim:echo
tasks:
  table:
    type: script
    script: { content: 'printf "| fruit | price |\\n| --- | --- |\\n| pear | 2 |\\n"' }
  coloured:
    type: script
    script: { content: 'printf "\\033[31mred\\033[0m user\\342\\200\\256gnp.exe"' }
  rounds:
    description: "Round {{iteration}} of pears"
    loop: { type: repeat, count: 2 }
`;

test('outputs have tables, no codes of terminals, and no hidden direction', async ({ app }) => {
  await app.openText(workflow);
  expect(await app.run()).toBe('completed');
  const rendered = await app.output('table', 'Rendered');
  await expect(rendered.getByRole('cell', { name: 'pear' })).toBeVisible();
  await expect(rendered.getByRole('columnheader', { name: 'price' })).toBeVisible();
  await expect(await app.output('coloured')).toContainText('red user\\u202egnp.exe');
});

test('a round opens to all that it has, by a press and by key', async ({ app, page }) => {
  await app.openText(workflow);
  await app.run();
  await app.select('rounds');
  await app.tab('Output');
  const rounds = app.drawer.getByRole('region', { name: 'Rounds' });
  const second = rounds.getByRole('button', { name: '2' });
  await second.click();
  await expect(rounds.getByRole('region', { name: 'Output' })).toContainText('2 of pears');
  await second.focus();
  await page.keyboard.press('Enter');
  await expect(rounds.getByRole('region', { name: 'Output' })).toHaveCount(0);
});
