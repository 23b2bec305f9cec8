/** The `test` of this folder: the demo of test/browser, and a fixture that takes screenshots. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from '../browser/demo-test.js';

/** Ignored by Git. tools/pictures.mjs makes the contact sheet of it. */
export const PICTURES = 'test-results/pictures';

interface Fixtures {
  /** Takes a picture of the whole page: `way` is the group of the contact sheet, `state` its row. */
  readonly picture: (way: string, state: string) => Promise<void>;
}

export const test = base.extend<Fixtures>({
  picture: async ({ page }, use, { project }) => {
    mkdirSync(PICTURES, { recursive: true });
    await use(async (way, state) => {
      await page.mouse.move(0, 0);
      await page.evaluate(() => document.fonts.ready);
      // Not `fullPage`: Chromium then lays a frame of another site out at a width of 6 px for a moment, and takes that.
      const screen = page.viewportSize();
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      if (screen) await page.setViewportSize({ ...screen, height: Math.max(screen.height, height) });
      await page.screenshot({
        path: join(PICTURES, `${way}--${state}--${project.name}.png`),
        animations: 'disabled',
      });
      if (screen) await page.setViewportSize(screen);
    });
  },
});

export { expect } from '../browser/demo-test.js';
