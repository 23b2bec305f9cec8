/** The examples of the sidecar's order token, one for each language: docs/guides/sidecar.md links to their files. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../demo/sidecar/', import.meta.url));

/** The Markdown of the page of each language. */
export function readExamplePages(): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  for (const name of readdirSync(FOLDER)) {
    const file = readdirSync(`${FOLDER}${name}`).find(
      (each) => /^order.?token\.\w+$/i.test(each) && !each.endsWith('proj'),
    );
    if (file === undefined) throw new Error(`demo/sidecar/${name} has no order token`);
    const code = readFileSync(`${FOLDER}${name}/${file}`, 'utf8');
    const language = extname(file).slice(1);
    pages.set(name, `# ${file}\n\nFrom [the sidecar](../../guides/sidecar.md).\n\n\`\`\`${language}\n${code}\`\`\``);
  }
  return pages;
}
