// @ts-check
/**
 * Writes the files for frameworks and editors from the custom-elements manifest: `dist/types/` (JSX of React, Preact and
 * Solid, Vue, Svelte), `dist/react/` (wrappers by `@lit/react`), and the data for VS Code and JetBrains.
 * docs/guides/frameworks.md. docs/decisions/0006-dependencies.md explains why no package writes the types.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';
import { FRAMEWORKS, REACT_TYPES } from './framework-texts.mjs';

/**
 * @typedef {{ name: string, type?: { text: string }, description?: string, fieldName?: string }} Attribute
 * @typedef {{ kind: string, name: string, static?: boolean, readonly?: boolean, type?: { text: string }, description?: string }}
 *   Member
 * @typedef {{ name: string, type?: { text: string }, description?: string }} ElementEvent
 * @typedef {{ name: string, tagName: string, file: string, description?: string, attributes: Attribute[], members: Member[], events: ElementEvent[] }} Element
 */

const read = () => JSON.parse(readFileSync('dist/custom-elements.json', 'utf8'));
/** @type {Element[]} */
const elements = read()
  .modules.flatMap((/** @type {any} */ { path, declarations = [] }) =>
    declarations.map((/** @type {any} */ each) => ({ attributes: [], members: [], events: [], ...each, file: path })),
  )
  .filter((/** @type {any} */ { tagName }) => tagName);

writeTypes();
writeReact();
writeEditors();

/** `dist/types/`: one file with the types of all elements, and one for each framework. */
function writeTypes() {
  const classes = elements.map(({ name, file }) => `import type { ${name} } from '${file.replace('dist/', '../')}';`);
  const rows = elements.map(
    (element) => `${comment(element.description, '  ')}  '${element.tagName}': {
    element: ${element.name};
    attributes: {
${element.attributes.flatMap((each) => attributeRows(element, each)).join('\n')}
    };
    properties: {
${element.members
  .filter((each) => each.kind === 'field' && !each.static && !each.readonly)
  .filter(({ name }) => !element.attributes.some((attribute) => attribute.name === name))
  .map((each) => row(each.name, valueOf(each.type?.text, `${element.name}['${each.name}']`), each.description))
  .join('\n')}
    };
    events: {
${element.events.map(({ name, description }) => row(name, `GlobalEventHandlersEventMap['${name}']`, description, '')).join('\n')}
    };
  };`,
  );
  write(
    'types/elements',
    `${classes.join('\n')}
export type {} from '../elements/event-types.js';

/** Each tag with its class, its attributes, the properties that have no attribute of the same name, and its events. */
export interface FlorinElements {
${rows.join('\n')}
}

export type FlorinTag = keyof FlorinElements;

/** The attributes and properties of a tag, as a template sets them. */
export type FlorinProps<Tag extends FlorinTag> = FlorinElements[Tag]['attributes'] & FlorinElements[Tag]['properties'];

/** The listeners of a tag. React, Preact and Svelte name them for the event: \`onflorin-result\`. */
export type FlorinListeners<Tag extends FlorinTag, Prefix extends string = 'on'> = {
  [Name in keyof FlorinElements[Tag]['events'] & string as \`\${Prefix}\${Name}\`]?:
    | ((event: FlorinElements[Tag]['events'][Name]) => void)
    | undefined;
};

/** \`florin-before-pay\` is \`FlorinBeforePay\`. */
export type PascalCase<Name extends string> = Name extends \`\${infer First}-\${infer Rest}\`
  ? \`\${Capitalize<First>}\${PascalCase<Rest>}\`
  : Capitalize<Name>;

/** Listeners named by a property: \`onFlorinResult\`. */
export type FlorinCallbacks<Tag extends FlorinTag> = {
  [Name in keyof FlorinElements[Tag]['events'] & string as \`on\${PascalCase<Name>}\`]?:
    | ((event: FlorinElements[Tag]['events'][Name]) => void)
    | undefined;
};
`,
  );
  for (const [name, text] of Object.entries(FRAMEWORKS)) write(`types/${name}`, text);
}

/** @param {Element} element @param {Attribute} attribute */
function attributeRows(element, { name, fieldName, type, description }) {
  const declared = fieldName ? `${element.name}['${fieldName}']` : (type?.text ?? 'boolean');
  // `crn1-label` also describes `crn2-label` and `crn3-label`.
  const names = /^crn1-/.test(name) ? ['crn1', 'crn2', 'crn3'].map((crn) => name.replace('crn1', crn)) : [name];
  return names.map((each) => row(each, valueOf(type?.text ?? 'boolean', declared), description));
}

/**
 * The type in a template: it may set numbers and booleans as text, like attributes. @param {string | undefined} type @param
 * {string} declared
 */
function valueOf(type, declared) {
  return type === 'number' ? 'number | `${number}`' : type === 'boolean' ? "boolean | ''" : declared;
}

/** @param {string} name @param {string} type @param {string | undefined} description @param {string} [mark] */
function row(name, type, description, mark = '?') {
  return `${comment(description, '      ')}      '${name}'${mark}: ${type}${mark ? ' | undefined' : ''};`;
}

/** @param {string | undefined} text @param {string} indent */
function comment(text, indent) {
  return text ? `${indent}/** ${text.replaceAll('\n', `\n${indent} * `)} */\n` : '';
}

/** `dist/react/`: one file for each tag, so that a bundle contains only the used ones. */
function writeReact() {
  rmSync('dist/react', { recursive: true, force: true });
  const names = elements.map(({ tagName }) => [tagName, pascal(tagName)]);
  write('react/component', REACT_TYPES);
  for (const { tagName, name, file, description, events } of elements) {
    const own = pascal(tagName);
    write(
      `react/${tagName}`,
      `import type { FlorinComponent } from './component.js';\n
${comment(description, '')}export declare const ${own}: FlorinComponent<'${tagName}'>;\n`,
      `'use client';
import { createComponent } from '@lit/react';
import * as React from 'react';
import '../elements/${tagName}/${tagName}.js';
import { ${name} } from '${file.replace('dist/', '../')}';

export const ${own} = /* @__PURE__ */ createComponent({
  displayName: '${own}',
  tagName: '${tagName}',
  elementClass: ${name},
  react: React,
  events: { ${events.map((each) => `on${pascal(each.name)}: '${each.name}'`).join(', ')} },
});
`,
    );
  }
  const all = names.map(([tag, name]) => `export { ${name} } from './${tag}.js';\n`).join('');
  write(
    'react/index',
    `/** \`florin/react\`: the elements as components of React, with events as properties. */\n${all}`,
    all,
  );
}

/** The data with which editors complete and explain tags, attributes and custom properties. */
function writeEditors() {
  generateVsCodeCustomElementData(read(), { outdir: 'dist', hideLogs: true });
  generateJetBrainsWebTypes(read(), { outdir: 'dist', packageJson: false, hideLogs: true });
  for (const file of ['vscode.html-custom-data', 'vscode.css-custom-data', 'web-types'].map(
    (name) => `dist/${name}.json`,
  )) {
    const data = JSON.parse(readFileSync(file, 'utf8').replaceAll(' _(default: undefined)_', ''));
    // A custom property of several elements is listed once for each of them.
    if (data.properties) data.properties = firstOfEachName(data.properties);
    const css = data.contributions?.css;
    for (const kind of Object.keys(css ?? {})) css[kind] = firstOfEachName(css[kind]);
    writeFileSync(file, `${JSON.stringify(data, null, 1)}\n`);
  }
}

/** @param {{ name: string }[]} list */
function firstOfEachName(list) {
  return list.filter(({ name }, index) => list.findIndex((each) => each.name === name) === index);
}

/** @param {string} name */
function pascal(name) {
  return name.replaceAll(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
}

/**
 * Writes types, and a module that can be imported for them.
 * @param {string} name
 * @param {string} types
 * @param {string} [code]
 */
function write(name, types, code = 'export {};\n') {
  mkdirSync(`dist/${name.replace(/\/.*/, '')}`, { recursive: true });
  writeFileSync(`dist/${name}.d.ts`, types);
  writeFileSync(`dist/${name}.js`, code);
}
