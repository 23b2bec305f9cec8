/** Writes the licences of the bundled packages, as their licences require. tools/sbom.mjs reads the names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** @param fileName - of the list, beside the bundle */
export function licences(fileName: string): Plugin {
  return {
    name: 'florin-licences',
    generateBundle(_options, bundle) {
      const texts = new Map<string, string>();
      for (const chunk of Object.values(bundle)) {
        for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
          const [folder, name] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id.replaceAll('\\', '/')) ?? [];
          if (folder !== undefined && name !== undefined && !texts.has(name)) texts.set(name, readLicence(folder));
        }
      }
      const source = [...texts].sort().map(([name, text]) => `${name}\n\n${text.trim()}\n`);
      this.emitFile({ type: 'asset', fileName, source: source.join(`\n${'-'.repeat(80)}\n\n`) });
    },
  };
}

function readLicence(folder: string): string {
  try {
    return readFileSync(join(folder, 'LICENSE'), 'utf8');
  } catch {
    const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { license: string };
    return `Licensed under ${license}.`;
  }
}
