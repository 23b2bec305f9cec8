// @ts-check
/** The hand-written parts of the types for frameworks. tools/framework-types.mjs adds the elements. */

/** Augments the JSX of a framework. @param {string} module @param {string} imports @param {string} props of `Tag` */
const jsx = (module, imports, props) => `${imports}

type Elements = { [Tag in FlorinTag]: ${props} };

export {};

declare module '${module}' {
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}
`;

/** Each file of `dist/types/` for a framework. @type {Readonly<Record<string, string>>} */
export const FRAMEWORKS = {
  react: jsx(
    'react',
    `import type * as React from 'react';
import type { FlorinElements, FlorinListeners, FlorinProps, FlorinTag } from './elements.js';`,
    `FlorinProps<Tag> &
    FlorinListeners<Tag> &
    Omit<React.HTMLAttributes<FlorinElements[Tag]['element']>, keyof FlorinProps<Tag>> &
    React.ClassAttributes<FlorinElements[Tag]['element']>`,
  ),
  preact: jsx(
    'preact',
    `import type * as Preact from 'preact';
import type { FlorinElements, FlorinListeners, FlorinProps, FlorinTag } from './elements.js';`,
    `FlorinProps<Tag> &
    FlorinListeners<Tag> &
    Omit<Preact.HTMLAttributes<FlorinElements[Tag]['element']>, keyof FlorinProps<Tag>>`,
  ),
  solid: jsx(
    'solid-js',
    `import type { JSX as SolidJsx } from 'solid-js';
import type { FlorinElements, FlorinListeners, FlorinProps, FlorinTag } from './elements.js';

/** A name with the prefix \`attr:\` or \`prop:\`. */
type Prefixed<Props, Prefix extends string> = { [Name in keyof Props & string as \`\${Prefix}:\${Name}\`]?: Props[Name] };`,
    `FlorinProps<Tag> &
    FlorinListeners<Tag, 'on:'> &
    Prefixed<FlorinElements[Tag]['attributes'], 'attr'> &
    Prefixed<Omit<FlorinElements[Tag]['element'], keyof HTMLElement>, 'prop'> &
    Omit<SolidJsx.HTMLAttributes<FlorinElements[Tag]['element']>, keyof FlorinProps<Tag>>`,
  ),
  vue: `import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
import type { FlorinCallbacks, FlorinElements, FlorinProps, FlorinTag } from './elements.js';

type Emits<Tag extends FlorinTag> = {
  [Name in keyof FlorinElements[Tag]['events']]: (event: FlorinElements[Tag]['events'][Name]) => void;
};

/** A custom element as Vue's templates see it: https://vuejs.org/guide/extras/web-components */
type VueElement<Tag extends FlorinTag> = new () => FlorinElements[Tag]['element'] & {
  /** @deprecated For the types of templates only. */
  $props: FlorinProps<Tag> & FlorinCallbacks<Tag> & Omit<HTMLAttributes, keyof FlorinProps<Tag>> & PublicProps;
  /** @deprecated For the types of templates only. */
  $emit: EmitFn<Emits<Tag>>;
};

type Components = { [Tag in FlorinTag]: VueElement<Tag> };

export {};

declare module 'vue' {
  interface GlobalComponents extends Components {}
}
`,
  svelte: `import type { HTMLAttributes } from 'svelte/elements';
import type { FlorinElements, FlorinListeners, FlorinProps, FlorinTag } from './elements.js';

type Elements = {
  [Tag in FlorinTag]: FlorinProps<Tag> &
    FlorinListeners<Tag> &
    FlorinListeners<Tag, 'on:'> &
    Omit<HTMLAttributes<FlorinElements[Tag]['element']>, keyof FlorinProps<Tag>>;
};

export {};

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends Elements {}
}
`,
};

/** `dist/react/component.d.ts` */
export const REACT_TYPES = `import type * as React from 'react';
import type { FlorinCallbacks, FlorinElements, FlorinProps, FlorinTag } from '../types/elements.js';

/** The attributes and properties of a tag, its events as \`onFlorin…\`, and those of every HTML element. */
export type FlorinComponentProps<Tag extends FlorinTag> = FlorinProps<Tag> &
  FlorinCallbacks<Tag> &
  Omit<React.HTMLAttributes<FlorinElements[Tag]['element']>, keyof FlorinProps<Tag>>;

/** A React component around a tag. Its ref is the element. */
export type FlorinComponent<Tag extends FlorinTag> = React.ForwardRefExoticComponent<
  FlorinComponentProps<Tag> & React.RefAttributes<FlorinElements[Tag]['element']>
>;
`;
