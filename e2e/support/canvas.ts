import type { Locator, Page } from '@playwright/test';
import { type App, expect } from './app';

/** A point in the window. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Distance of a port's centre from the upper edge of its node, at 100 % zoom, and the width of a node. */
const portY = 18;
const nodeWidth = 200;

/** The canvas as a person uses it: tasks by their ids, wires by their ends, gestures by the mouse. */
export class Canvas {
  readonly root: Locator;
  private readonly page: Page;

  constructor(private readonly app: App) {
    this.root = app.canvas;
    this.page = app.page;
  }

  /** All rendered task nodes. */
  get nodes(): Locator {
    return this.root.locator('[data-task]');
  }

  /** All wires. */
  get edges(): Locator {
    return this.root.getByRole('img', { name: / runs after / });
  }

  /** What screen readers say of the canvas: the selection, or why a wire is refused. */
  get said(): Locator {
    return this.page.locator('[data-live-texts] [role="status"] > :last-child');
  }

  get addMenu(): Locator {
    return this.page.getByRole('combobox', { name: 'Add a task' });
  }

  /** What is drawn instead of the tasks while they are too small to read, with the number of names in it. */
  get overview(): Locator {
    return this.page.locator('canvas[data-tasks]');
  }

  get zoom(): Locator {
    return this.page.getByRole('group', { name: 'Zoom' });
  }

  /** Zoom in per cent. */
  async percent(): Promise<number> {
    return Number.parseInt(await this.zoom.getByRole('button', { name: /^Zoom \d/ }).innerText(), 10);
  }

  /** How the view is moved and zoomed, as CSS. */
  transform(): Promise<string> {
    return this.app.page.locator('.react-flow__viewport').evaluate((element) => element.style.transform);
  }

  async expectTasks(count: number): Promise<void> {
    await expect(this.root).toHaveAccessibleName(`Workflow canvas, ${count === 1 ? '1 task' : `${count} tasks`}`);
  }

  async box(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
    const box = await locator.boundingBox();
    if (!box) throw new Error('It is not drawn.');
    return box;
  }

  /** A point on the canvas, from its upper left corner; negative: from the right or lower edge. */
  async at(x: number, y: number): Promise<Place> {
    const box = await this.box(this.root);
    return { x: box.x + (x < 0 ? box.width + x : x), y: box.y + (y < 0 ? box.height + y : y) };
  }

  /** The centre of a task, once it no longer moves. */
  async middle(id: string): Promise<Place> {
    await this.settle(id);
    const { x, y, width, height } = await this.box(this.app.node(id));
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** The port of a task at which wires start, or end. */
  async port(id: string, side: 'out' | 'in'): Promise<Place> {
    await this.settle(id);
    const { x, y, width } = await this.box(this.app.node(id));
    return { x: side === 'out' ? x + width : x, y: y + (portY * width) / nodeWidth };
  }

  /** Waits until a task is no longer animated. */
  async settle(id: string): Promise<void> {
    let before = '';
    await expect
      .poll(async () => {
        const [last, now] = [before, JSON.stringify(await this.box(this.app.node(id)))];
        before = now;
        return now === last;
      })
      .toBe(true);
  }

  /** Presses, moves and releases the left button. */
  async drag(from: Place, to: Place): Promise<void> {
    await this.carry(from, to);
    await this.page.mouse.up();
  }

  /** Presses the left button and moves; the button stays down. */
  async carry(from: Place, to: Place): Promise<void> {
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await this.page.mouse.move(to.x, to.y, { steps: 4 });
  }

  async moveBy(id: string, dx: number, dy: number): Promise<void> {
    const from = await this.middle(id);
    await this.drag(from, { x: from.x + dx, y: from.y + dy });
  }

  /** Draws a wire from port to port. */
  async connect(from: string, to: string): Promise<void> {
    await this.drag(await this.port(from, 'out'), await this.port(to, 'in'));
  }

  /** The rows of the selected tasks in the list. */
  get selected(): Locator {
    return this.app.tree.getByRole('treeitem', { selected: true });
  }

  /** Clicks the middle of a wire. */
  async clickEdge(from: string, to: string): Promise<void> {
    const [start, end] = [await this.port(from, 'out'), await this.port(to, 'in')];
    await this.page.mouse.click((start.x + end.x) / 2, (start.y + end.y) / 2);
  }
}
