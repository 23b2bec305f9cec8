import { expect, fixture, html } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import { checkoutFor, orderOf, withNetwork } from './checkout-harness.js';
import { fieldOf, settle } from './field-harness.js';

afterEach(async () => {
  document.documentElement.removeAttribute('style');
  await emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'no-preference' });
});

describe('accessibility', () => {
  for (const scheme of ['light', 'dark'] as const) {
    it(`the empty form passes axe in ${scheme}`, async () => {
      paint(scheme);
      const checkout = await checkoutFor(orderOf(19900));
      await expect(checkout.host).to.be.accessible();
    });

    it(`the form with errors passes axe in ${scheme}`, async () => {
      paint(scheme);
      const checkout = await checkoutFor(orderOf(19900));
      await checkout.number.type('51234');
      await checkout.press();
      await expect(checkout.host).to.be.accessible();
    });

    it(`a decline passes axe in ${scheme}`, async () => {
      paint(scheme);
      const checkout = await checkoutFor(orderOf(19951));
      await checkout.fill();
      await checkout.press();
      await checkout.until(() => checkout.message !== '', 'a message');
      await expect(checkout.host).to.be.accessible();
    });

    it(`the wait for a lost answer passes axe in ${scheme}`, async () => {
      paint(scheme);
      const checkout = await checkoutFor(orderOf(19900));
      await checkout.fill();
      await withNetwork(
        (url, send) => (url.includes('authkey') && !url.includes('with') ? send() : Promise.reject(new TypeError())),
        async () => {
          await checkout.press();
          await checkout.until(() => checkout.message !== '', 'a message');
          await expect(checkout.host).to.be.accessible();
          checkout.host.remove();
        },
      );
    });

    it(`the receipt passes axe in ${scheme}`, async () => {
      paint(scheme);
      const checkout = await checkoutFor(orderOf(19900));
      await checkout.fill();
      await checkout.press();
      await checkout.until(() => checkout.receipt !== '', 'a receipt');
      await expect(checkout.host).to.be.accessible();
    });
  }

  it('the border of a field has a contrast of 3 to 1 with its background, in light and dark', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      paint(scheme);
      const field = await numberField();
      const ratio = contrast(field.style('border-top-color'), field.style('background-color'));
      expect(ratio, scheme).to.be.at.least(3);
    }
  });

  it('colours follow the color-scheme of the host, not of the operating system', async () => {
    await emulateMedia({ colorScheme: 'dark' });
    paint('light');
    const light = (await numberField()).style('background-color');
    paint('dark');
    const dark = (await numberField()).style('background-color');
    expect(luminance(light)).to.be.above(0.9);
    expect(luminance(dark)).to.be.below(0.1);
  });

  it('custom properties of the page override the defaults', async () => {
    const host = await fixture<HTMLElement>(
      html`<florin-card-number
        style="--florin-paper: rgb(1, 2, 3); --florin-radius: 3px; --florin-control-height: 60px"
      ></florin-card-number>`,
    );
    const field = await fieldOf(host, 'number');
    expect(field.style('background-color')).to.equal('rgb(1, 2, 3)');
    expect(field.style('border-top-left-radius')).to.equal('3px');
    expect(field.box().height).to.equal(60);
  });

  it('a field is never lower than 44px', async () => {
    const host = await fixture<HTMLElement>(
      html`<florin-card-number style="--florin-control-height: 20px"></florin-card-number>`,
    );
    expect((await fieldOf(host, 'number')).box().height).to.equal(44);
  });

  it('text in a field is at least 16px, so that phones do not zoom', async () => {
    const host = await fixture<HTMLElement>(html`<florin-card-number style="font-size: 12px"></florin-card-number>`);
    expect((await fieldOf(host, 'number')).style('font-size', 'input')).to.equal('16px');
  });

  it('an error is more than a colour under forced colours', async () => {
    await emulateMedia({ forcedColors: 'active' });
    const field = await numberField();
    await field.type('512');
    await field.blur();
    expect(field.error).to.not.equal('');
    expect(field.style('border-top-style')).to.equal('double');
  });

  it('nothing moves with prefers-reduced-motion', async () => {
    await emulateMedia({ reducedMotion: 'reduce' });
    const field = await numberField();
    expect(field.style('transition-duration')).to.equal('0s');
  });

  it('a page can style the parts', async () => {
    const style = document.createElement('style');
    style.textContent = 'florin-card-number::part(label) { color: rgb(9, 8, 7) }';
    document.head.append(style);
    expect((await numberField()).style('color', 'label')).to.equal('rgb(9, 8, 7)');
    style.remove();
  });
});

describe('right to left', () => {
  it('digits run from left to right and are aligned to the right; the icon is at the left', async () => {
    const page = await fixture<HTMLElement>(html`<div dir="rtl"><florin-card-number></florin-card-number></div>`);
    const host = page.firstElementChild as HTMLElement;
    const field = await fieldOf(host, 'number');
    await field.type('5123456789012346');
    expect(field.value).to.equal('5123 4567 8901 2346');
    expect(field.attribute('dir')).to.equal('ltr');
    expect(field.style('text-align', 'input')).to.equal('right');
    const icon = host.shadowRoot?.querySelector('svg')?.getBoundingClientRect() as DOMRect;
    const box = field.box();
    expect(icon.left - box.left).to.be.below(box.right - icon.right);
  });

  it('a right-to-left page passes axe', async () => {
    const page = await fixture<HTMLElement>(html`<div dir="rtl"><florin-card-fields></florin-card-fields></div>`);
    await settle(page.firstElementChild as HTMLElement);
    await expect(page).to.be.accessible();
  });
});

async function numberField() {
  return fieldOf(await fixture<HTMLElement>(html`<florin-card-number></florin-card-number>`), 'number');
}

function paint(scheme: 'light' | 'dark'): void {
  document.documentElement.style.colorScheme = scheme;
  document.documentElement.style.background = scheme === 'dark' ? '#111113' : '#fff';
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((text) => {
    const part = Number(text) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
