import { expect } from 'vitest';
import type { FaultServer } from '../../e2e/servers/fault-server';
import { waitFor } from './dom';
import type { Page } from './page';
import type { RunsOnPage } from './page-runs';

/** A page with a model server. */
export interface AtHarbour {
  readonly page: Page;
  readonly runs: RunsOnPage;
  readonly server: FaultServer;
}

/** The prompts of all requests from one on. */
export const promptsSince = ({ server }: AtHarbour, from: number) =>
  server.requests.slice(from).map(({ prompt }) => prompt);

/** The field of the dialog, once it has this text. */
export async function fieldWith({ page }: AtHarbour, text: string | RegExp): Promise<HTMLElement> {
  const field = await (await page.opened()).findByRole<HTMLTextAreaElement>('textbox');
  await waitFor(() => expect(field.value).toMatch(text));
  return field;
}

/** Presses the button of the dialog that goes on with what was written. */
export async function goOn({ page, runs }: AtHarbour): Promise<void> {
  const before = (await page.runs()).length;
  const button = page.dialog.getByRole('button', { name: /^Continue from here/ });
  await waitFor(() => expect(button).toBeEnabled());
  await page.user.click(button);
  await page.isClosed();
  await runs.hasRuns(before + 1);
}
