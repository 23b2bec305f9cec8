/** @jsxImportSource preact */
/** JSX of Preact. */
import type { CheckoutElement } from 'florin/elements';
import 'florin/elements/define';
import 'florin/types/preact';
import { createRef } from 'preact';

const checkout = createRef<CheckoutElement>();

export const pay = (
  <div>
    <florin-checkout
      ref={checkout}
      class="pay"
      signer-url="/pay"
      order="B-1042"
      amount={19900}
      onflorin-result={(event) => event.result.status}
    />
    {/* @ts-expect-error: a misspelt attribute */}
    <florin-checkout signerurl="/pay" />
    {/* @ts-expect-error: the event has no detail */}
    <florin-checkout onflorin-result={(event) => event.detail} />
  </div>
);
