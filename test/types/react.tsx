/** @jsxImportSource react */
/** JSX of React 19: attributes, properties, events and refs of the tags. */
import type { CheckoutElement } from 'florin/elements';
import 'florin/elements/define';
import 'florin/types/react';
import { useRef } from 'react';

export function Pay({ order }: { readonly order: string }) {
  const checkout = useRef<CheckoutElement>(null);
  return (
    <div onClick={() => void checkout.current?.pay()}>
      <florin-checkout
        ref={checkout}
        className="pay"
        style={{ minHeight: '23.5rem' }}
        signer-url="/pay"
        order={order}
        amount="19900"
        no-name
        method="javascript"
        onflorin-result={(event) => event.result.status}
      >
        <florin-saved-cards slot="before-fields" signer-url="/pay" />
      </florin-checkout>
      <florin-references for="pay" crn2-label="Bill number" crn2-maxlength={20} />
      {/* @ts-expect-error: a word that the attribute does not have */}
      <florin-checkout method="java" />
      {/* @ts-expect-error: a misspelt attribute */}
      <florin-checkout signerurl="/pay" />
      {/* @ts-expect-error: the event has no detail */}
      <florin-checkout onflorin-result={(event) => event.detail} />
    </div>
  );
}
