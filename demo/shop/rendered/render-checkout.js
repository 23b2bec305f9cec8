// @ts-check
/** Renders the element as HTML, with its fields, so that shoppers can fill in the form before a script is loaded. */
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
import 'florin/elements/florin-checkout';

/** @param {import('../../ways/way-code.js').WayValues} values */
export const renderCheckout = ({ order, signerUrl, successUrl, acceptedBrands }) =>
  collectResult(
    render(
      html`<florin-checkout
        signer-url=${signerUrl}
        order=${order?.number}
        amount=${order?.amount}
        currency=${order?.currency}
        success-url=${successUrl}
        accepted-brands=${acceptedBrands}
      ></florin-checkout>`,
    ),
  );
