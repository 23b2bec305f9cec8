/**
 * Hashes cover every file of the script tag, also those that are loaded later: a changed file does
 * not run.
 */
import { expect, test } from './demo-test.js';
import { FILES, openScriptPage, partsOf, tagOf } from './script-page.js';

const BODY = '<florin-checkout signer-url="/pay" order="7"></florin-checkout>';
/** What Chromium and Firefox say. */
const NO_DIGEST =
  /Failed to find a valid digest in the 'integrity' attribute|None of the “sha\d+” hashes in the integrity attribute match/;
const SPOILT = 'globalThis.isSpoilt = true;';

for (const build of ['classic', 'module', 'isolated'] as const) {
  test(`no part of the ${build} build runs when it was changed`, async ({ demo, page, complaints }) => {
    const parts = partsOf(build);
    const opened = await openScriptPage(page, {
      head: tagOf(build),
      body: BODY,
      change: (file, text) => (parts.includes(file) ? `${SPOILT}${text}` : undefined),
      serviceUrl: demo.sandboxUrl,
    });
    await page.waitForFunction(() => Boolean(globalThis.Florin));
    for (const part of parts) {
      // Twice, because a refused file must stay refused.
      const ends = [await ask(page, build, part), await ask(page, build, part)];
      expect(ends, part).toEqual(['refused', 'refused']);
      await expect
        .poll(() => opened.console.some((text) => NO_DIGEST.test(text) && text.includes(`/${part}`)), part)
        .toBe(true);
    }
    expect(await page.evaluate(() => 'isSpoilt' in globalThis)).toBe(false);
    // A missing file that the first file loads at once causes a console error.
    expect(complaints.filter((text) => !/Failed to fetch|could not be loaded/.test(text))).toEqual([]);
    complaints.length = 0;
  });

  test(`every part of the ${build} build runs as it was built`, async ({ demo, page }) => {
    await openScriptPage(page, { head: tagOf(build), body: BODY, serviceUrl: demo.sandboxUrl });
    await page.waitForFunction(() => Boolean(globalThis.Florin));
    for (const part of partsOf(build)) expect(await ask(page, build, part), part).toBe('runs');
  });

  test(`the ${build} build itself does not run when it was changed`, async ({ demo, page }) => {
    const opened = await openScriptPage(page, {
      head: tagOf(build),
      body: BODY,
      change: (_file, text) => `${SPOILT}${text}`,
      serviceUrl: demo.sandboxUrl,
    });
    await expect.poll(() => opened.console.join('\n')).toMatch(NO_DIGEST);
    expect(await page.evaluate(() => 'isSpoilt' in globalThis || 'Florin' in globalThis)).toBe(false);
  });
}

/**
 * Loads a file as the build does: the classic build by its own loader, which it passes to its files
 * by a symbol.
 */
function ask(page: import('@playwright/test').Page, build: string, part: string): Promise<'runs' | 'refused'> {
  return page.evaluate(
    async ([kind, name, files]) => {
      const loader = Symbol.for('florin:load');
      const load = (globalThis as unknown as Record<symbol, ((name: string) => Promise<unknown>) | undefined>)[loader];
      try {
        await (kind === 'classic' ? load!(name) : import(files + name));
        return 'runs';
      } catch {
        return 'refused';
      }
    },
    [build, part, FILES] as const,
  );
}
