// @ts-check
/** The pages of the shop, and the checkout page that it embeds. */

/** Text for HTML. @param {string} text */
const escape = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {string} content @param {string} [more] attributes of the page */
const page = (content, more = '') => `<!doctype html>
<html lang="en"${more}>
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <title>Example Shop</title>
  <link rel="stylesheet" href="/shop.css" />
  ${content}
</html>`;

export const homePage = () =>
  page(`<main>
    <h1>Example Shop</h1>
    <form method="post" action="/orders"><button>Buy the book for 199.00 AUD</button></form>
  </main>`);

/** @param {string} src of the checkout page @param {string | null} paidBy */
export const orderPage = (src, paidBy) =>
  page(
    paidBy
      ? `<main>
    <h1>Thank you</h1>
    <p>Paid with transaction ${escape(paidBy)}</p>
  </main>`
      : `<script type="module" src="/shop.js"></script>
  <main>
    <h1>One book</h1>
    <div id="pay" data-src="${escape(src)}"></div>
    <p id="state" role="status"></p>
  </main>`,
  );

/**
 * @param {string} shopOrigin
 * @param {string} name of an order that exists
 * @param {import('./orders.js').Order} order
 */
export const checkoutPage = (shopOrigin, name, { cents, paidBy }) =>
  page(
    `<script type="module" src="/checkout.js"></script>
  <!-- For production add data-florin-origins: node_modules/florin/docs/guides/script-tag.md, "Addresses". -->
  <script type="module" src="/florin/browser/florin.js"></script>
  ${
    paidBy === null
      ? `<florin-checkout signer-url="/pay" order="${escape(name)}" amount="${cents}" currency="AUD"></florin-checkout>`
      : `<p>Paid with transaction ${escape(paidBy)}</p>`
  }`,
    ` data-shop="${escape(shopOrigin)}"${paidBy === null ? '' : ' data-outcome="approved"'}`,
  );
