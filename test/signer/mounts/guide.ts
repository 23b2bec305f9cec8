/** The servers of the guide, run unchanged except for the package's name, which becomes this tree's sources. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** An unchanged file of the guide, for a runtime that imports the built package. @throws as {@link readMount} */
export function readExample(name: string): string {
  const guide = readFileSync(join(ROOT, 'docs/guides/signer-mounts.md'), 'utf8');
  const blocks = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  const code = blocks.find((block) => block.startsWith(`// mount: ${name}\n`));
  if (!code) throw new RangeError(`the guide has no ${name}`);
  return code;
}

/** A file of the guide. Its first line is `// mount: name.ts`. @throws RangeError when the guide has none of that name */
export function readMount(name: string): string {
  return readExample(name)
    .replaceAll("'florin-server/signer/worker'", `'${join(ROOT, 'src/signer/worker/index.ts')}'`)
    .replaceAll("'florin-server/signer/node'", `'${join(ROOT, 'src/signer/node/index.ts')}'`)
    .replaceAll("'florin-server/signer'", `'${join(ROOT, 'src/signer/index.ts')}'`);
}

/** Puts files beside each other in a folder of this tree, where its packages are found. */
export function writeFolder(files: Readonly<Record<string, string>>): string {
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'build/mount-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** The address of a file beside this one, for an import in another folder. */
export function besideThis(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
