// @ts-check
/** The pages of the shop. */

/** Text for HTML. @param {string} text */
const escape = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {string} content */
const page = (content) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <title>Example Shop</title>
  <link rel="stylesheet" href="/shop.css" />
  <!-- For production add data-florin-origins: node_modules/florin/docs/guides/script-tag.md, "Addresses". -->
  <script type="module" src="/florin/florin.js"></script>
  <main>
    ${content}
  </main>
</html>`;

export const homePage = () =>
  page(`<h1>Example Shop</h1>
    <form method="post" action="/orders"><button>Buy the book for 199.00 AUD</button></form>`);

/**
 * @param {string} name of an order that exists
 * @param {import('./orders.js').Order} order
 */
export const orderPage = (name, { cents, paidBy }) =>
  page(
    paidBy === null
      ? `<h1>One book</h1>
    <florin-checkout signer-url="/pay" order="${escape(name)}" amount="${cents}" currency="AUD"></florin-checkout>`
      : `<h1>Thank you</h1>
    <p>Paid with transaction ${escape(paidBy)}</p>`,
  );
