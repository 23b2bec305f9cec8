/** @jsxImportSource solid-js */
/** JSX of Solid. */
import type { CheckoutElement } from 'florin/elements';
import 'florin/elements/define';
import 'florin/types/solid';

export function Pay() {
  let checkout: CheckoutElement | undefined;
  return (
    <div onClick={() => void checkout?.pay()}>
      <florin-checkout
        ref={checkout}
        class="pay"
        signer-url="/pay"
        prop:order="B-1042"
        attr:purpose="payment"
        amount={19900}
        on:florin-result={(event) => event.result.status}
      />
      {/* @ts-expect-error: a misspelt attribute */}
      <florin-checkout signerurl="/pay" />
      {/* @ts-expect-error: the event has no detail */}
      <florin-checkout on:florin-result={(event) => event.detail} />
    </div>
  );
}
