/** The languages that Florin has texts in, read when the site is built: BCP 47 tags, English with a region. */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineLoader } from 'vitepress';

declare const data: readonly string[];
export { data };

export default defineLoader({
  load(): readonly string[] {
    const files = readdirSync(fileURLToPath(new URL('../../../../src/languages', import.meta.url)));
    const tags = files.filter((file) => file.endsWith('.json')).map((file) => basename(file, '.json'));
    // The region decides how an amount is written.
    return tags.map((tag) => (tag === 'en' ? 'en-AU' : tag));
  },
});
