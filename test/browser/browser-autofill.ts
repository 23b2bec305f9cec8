/**
 * The browser's own autofill of a card, by the DevTools protocol: the same as a click on "Visa
 * …8769" in its list.
 */
import type { Locator, Page } from '@playwright/test';

/** A card in the form in which the browser stores it. */
export interface KeptCard {
  readonly number: string;
  readonly name: string;
  /** Two digits. */
  readonly expiryMonth: string;
  /** Four digits. */
  readonly expiryYear: string;
  readonly cvc: string;
}

/**
 * Fills the form around a field with a card. `frame` locates the field's frame element if it is on
 * another site: node ids belong to the frame's process and are looked up there, but the command is
 * sent to the page.
 */
export async function autofill(page: Page, field: Locator, card: KeptCard, frame?: Locator): Promise<void> {
  const handle = await frame?.elementHandle();
  const inner = await handle?.contentFrame();
  const outer = await page.context().newCDPSession(page);
  const session = inner ? await page.context().newCDPSession(inner) : outer;
  const name = `autofill-${Math.random().toString(36).slice(2)}`;
  await field.evaluate((input, property) => Object.assign(globalThis, { [property]: input }), name);
  try {
    const { frameTree } = await session.send('Page.getFrameTree');
    const { result } = await session.send('Runtime.evaluate', { expression: `globalThis['${name}']` });
    if (!result.objectId) throw new Error('The field is not in this frame');
    const { node } = await session.send('DOM.describeNode', { objectId: result.objectId });
    await outer.send('Autofill.enable');
    await outer.send('Autofill.trigger', {
      fieldId: node.backendNodeId,
      frameId: frameTree.frame.id,
      card: { ...card },
    });
  } finally {
    await field.evaluate((_input, property) => Reflect.deleteProperty(globalThis, property), name);
    await outer.detach();
    if (session !== outer) await session.detach();
  }
}
