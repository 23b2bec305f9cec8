/** Every attribute of a form with card fields either crosses into the frame or is declared to concern only the page. */
import type { LitElement } from 'lit';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { CardFieldsElement } from '../../src/elements/florin-card-fields/card-fields-element.js';
import type { CheckoutElement } from '../../src/elements/florin-checkout/checkout-element.js';
import type { Crossing } from '../../src/elements/florin-checkout/frame-rules.js';
import { BARE_ATTRIBUTES } from '../../src/elements/florin-checkout/markup-warning.js';

/** Properties that an attribute can set. */
type PropertyOf<Element> = Exclude<
  keyof { [Name in keyof Element as Element[Name] extends string | number | boolean | undefined ? Name : never]: true },
  keyof LitElement | keyof ElementInternals
>;
type Bare = (typeof BARE_ATTRIBUTES)[number];
type Attribute = PropertyOf<CheckoutElement> | PropertyOf<CardFieldsElement> | Bare;

/** Does not compile if an attribute is missing in `Crossing`. */
export type Decided = Undecided<Exclude<Attribute, keyof Crossing>>;
type Undecided<Missing extends never> = Missing;

it('knows each attribute that the checkout reads without a property', () => {
  const folder = 'src/elements/florin-checkout';
  const sources = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  const read = sources.flatMap((text) =>
    [...text.matchAll(/\bhost\.(?:get|has)Attribute\('([\w-]+)'\)/g)].map(([, name]) => name),
  );
  expect([...new Set(read)].sort()).toEqual([...BARE_ATTRIBUTES].sort());
});
