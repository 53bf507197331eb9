import type { Locator, Page } from '@playwright/test';
import { type App, expect } from './app';
import { Canvas } from './canvas';

/** Two functions with their calls: `report`, a group that reads its inputs, and `greet`, of one task. */
export const withFunctions = `default_model: sim:echo
library:
  report:
    description: Writes a report.
    parameters:
      - { name: topic, type: string }
      - { name: pages, type: number, default: 3 }
    task:
      type: group
      subtasks:
        web: { description: "Search for {{topic}}" }
        sum: { description: "Sum up {{web}} on {{pages}} pages", depends_on: [web] }
  greet:
    parameters: [{ name: who, type: string }]
    task: { description: "Greet {{who}}" }
tasks:
  start: { description: Hello }
  use: { type: call, ref: report, args: { topic: { from: start } }, depends_on: [start] }
  hello: { type: call, ref: greet, args: { who: Ada } }
`;

/** The node at the left border of a function. */
export const inputsOf = (page: Page): Locator => page.getByRole('button', { name: /^Inputs/ });

/** The way to what the canvas is opened at. */
export const wayTo = (page: Page): Locator => page.getByRole('navigation', { name: 'Opened container' });

/** A wire between the border of a function and a task in it. */
export const borderWire = (page: Page, name: string): Locator => page.getByRole('img', { name, exact: true });

/** Opens the function that a task calls, by keyboard. */
export async function openCall(app: App, id: string): Promise<Canvas> {
  await app.select(id);
  await app.canvas.focus();
  await app.page.keyboard.press('Enter');
  await expect(inputsOf(app.page)).toBeVisible();
  return new Canvas(app);
}
