/** A page for each example of the sidecar's order token, one for each language: docs/guides/sidecar.md links to their files. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineRoutes } from 'vitepress';

const FOLDER = fileURLToPath(new URL('../../../demo/sidecar/', import.meta.url));

export default defineRoutes({
  paths: () =>
    readdirSync(FOLDER).map((name) => {
      const file = readdirSync(`${FOLDER}${name}`).find(
        (each) => /^order.?token\.\w+$/i.test(each) && !each.endsWith('proj'),
      );
      if (file === undefined) throw new Error(`demo/sidecar/${name} has no order token`);
      const code = readFileSync(`${FOLDER}${name}/${file}`, 'utf8');
      return {
        params: { name },
        content: `# ${file}\n\nFrom [the sidecar](../../guides/sidecar.md).\n\n\`\`\`${extname(file).slice(1)}\n${code}\`\`\``,
      };
    }),
});
