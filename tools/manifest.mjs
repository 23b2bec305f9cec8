// @ts-check
/** Writes the custom-elements manifest of the public elements to `dist/custom-elements.json`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { runPackage } from './process.mjs';

const FILE = 'dist/custom-elements.json';
/** `payment | save-card` */
const WORDS = /^(?!.*\b(string|number|boolean|null|undefined)\b)[a-z][\w-]*( \| [a-z][\w-]*)+$/;

const { code, output } = await runPackage(
  '@custom-elements-manifest/analyzer/cem.js',
  ['analyze', '--litelement', '--globs', 'src/elements/**/*.ts', '--outdir', 'dist', '--quiet'],
  { quiet: true },
);
if (code !== 0) {
  console.error(output);
  process.exit(1);
}

// The analyzer names sources, lists private members, and does not find a tag that is registered in another file than its
// class (src/elements/<tag>/<tag>.ts). Users need published files and public members.
const manifest = JSON.parse(readFileSync(FILE, 'utf8').replace(/"\/?src\/([^"]+)\.ts"/g, '"dist/$1.js"'));
// The analyzer's order of files varies. Sorted, two builds of one source are equal.
manifest.modules.sort((/** @type {{ path: string }} */ one, /** @type {{ path: string }} */ other) =>
  one.path < other.path ? -1 : 1,
);
for (const module of manifest.modules) {
  const [, tag] = /^dist\/elements\/(florin-[a-z-]+)\//.exec(module.path) ?? [];
  for (const part of [...(module.declarations ?? []), ...(module.exports ?? [])]) {
    part.members = part.members?.filter(isPublic);
    if (part.kind !== 'class') continue;
    // The analyzer marks only classes that extend LitElement directly, which are the base classes.
    delete part.customElement;
    if (!tag || !part.name.endsWith('Element')) continue;
    part.customElement = true;
    part.tagName = tag;
    // The analyzer adds dispatched events without names, and types in comments have values without quotes.
    part.events = part.events?.filter((/** @type {{ name?: string }} */ { name }) => name?.startsWith('florin-'));
    for (const { type } of part.attributes ?? []) if (type) type.text = type.text.replace(WORDS, quoteWords);
    const registration = manifest.modules.find((/** @type {{ path: string }} */ each) =>
      each.path.endsWith(`/${tag}/${tag}.js`),
    );
    registration.exports = [
      ...(registration.exports ?? []),
      { kind: 'custom-element-definition', name: tag, declaration: { name: part.name, module: module.path } },
    ];
  }
}
writeFileSync(FILE, `${JSON.stringify(manifest, null, 1)}\n`);

/** @param {string} words */
function quoteWords(words) {
  return words.replaceAll(/[\w-]+/g, "'$&'");
}

/** @param {{ name: string, privacy?: string }} member */
function isPublic(member) {
  return member.privacy !== 'private' && member.privacy !== 'protected' && !/^#|Callback$/.test(member.name);
}
