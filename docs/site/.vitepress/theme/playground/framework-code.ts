/** The code of a way in a framework. All of them take the markup as it is: docs/guides/frameworks.md */
import { type Way } from '../../../../../demo/ways/ways.js';

export const FRAMEWORKS = ['HTML', 'React 19', 'Vue 3', 'Svelte 5', 'Angular'] as const;
export type Framework = (typeof FRAMEWORKS)[number];

const indent = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);

/** The imports of the elements, with the addresses that may get a card. */
function importsOf({ isolation, subject }: Way, origins: string): string {
  const elements = isolation === 'frame' && subject === 'payment' ? 'framed' : 'define';
  const addresses = origins.split(' ').map((origin) => `'${origin}'`);
  return [
    "import { allowOrigins } from 'florin/checkout';",
    `import 'florin/elements/${elements}';`,
    '',
    `allowOrigins(${addresses.join(', ')});`,
  ].join('\n');
}

/**
 * Writes a component that shows the markup.
 *
 * @param origins the addresses of signer, service and frame, separated by spaces
 */
export function writeComponent(
  framework: Exclude<Framework, 'HTML'>,
  way: Way,
  markup: string,
  origins: string,
): string {
  const imports = importsOf(way, origins);
  switch (framework) {
    case 'React 19':
      return `import 'florin/types/react';\n${imports}\n\nexport const Pay = () => (\n  <>\n${indent(markup, '    ')}\n  </>\n);`;
    case 'Vue 3':
      return `<script setup lang="ts">\n${indent(`import type {} from 'florin/types/vue';\n${imports}`, '  ')}\n</script>\n<template>\n${indent(markup, '  ')}\n</template>`;
    case 'Svelte 5':
      return `<script lang="ts">\n${indent(`import type {} from 'florin/types/svelte';\n${imports}`, '  ')}\n</script>\n\n${markup}`;
    case 'Angular':
      return `import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';\n${imports}\n\n@Component({\n  selector: 'app-pay',\n  schemas: [CUSTOM_ELEMENTS_SCHEMA],\n  template: \`\n${indent(markup, '    ')}\n  \`,\n})\nexport class Pay {}`;
  }
}
