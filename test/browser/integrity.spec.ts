/** Hashes cover every file of the script tag, also those that are asked for later: a changed one does not run. */
import { expect, test } from './demo-test.js';
import { FILES, openScriptPage, partsOf, tagOf } from './script-page.js';

const BODY = '<florin-checkout signer-url="/pay" order="7"></florin-checkout>';
const SPOILT = 'globalThis.isSpoilt = true;';

for (const build of ['classic', 'module', 'isolated'] as const) {
  test(`no part of the ${build} build runs when it was changed`, async ({ demo, page, complaints }) => {
    for (const part of partsOf(build)) {
      const opened = await openScriptPage(page, {
        head: tagOf(build),
        body: BODY,
        change: (file, text) => (file === part ? `${SPOILT}${text}` : undefined),
        serviceUrl: demo.sandboxUrl,
      });
      await page.waitForFunction(() => Boolean(globalThis.Florin));
      // Twice: what was refused once stays refused.
      const ends = [await ask(page, build, part), await ask(page, build, part)];
      expect(ends, part).toEqual(['refused', 'refused']);
      await expect
        .poll(() => opened.console.join('\n'), part)
        .toContain("Failed to find a valid digest in the 'integrity' attribute");
      expect(await page.evaluate(() => 'isSpoilt' in globalThis), part).toBe(false);
      await page.unrouteAll();
    }
    // What the first file asks for at once, and did not get, is an error on the page's console.
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
    await expect.poll(() => opened.console.join('\n')).toContain('Failed to find a valid digest');
    expect(await page.evaluate(() => 'isSpoilt' in globalThis || 'Florin' in globalThis)).toBe(false);
  });
}

/** Asks for a part as the build does: the classic one by its own loader, which it hands to its parts by a symbol. */
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
