/** @jsxImportSource react */
/** `florin/react`: components with refs and typed events. */
import type { CheckoutElement, FlorinResultEvent } from 'florin/elements';
import { FlorinCheckout, FlorinReceipt, FlorinSavedCards } from 'florin/react';
import { type ComponentProps, useRef } from 'react';

export function Pay(props: ComponentProps<typeof FlorinCheckout>) {
  const checkout = useRef<CheckoutElement>(null);
  const onResult = (event: FlorinResultEvent) => event.result.status;
  return (
    <>
      <FlorinCheckout
        {...props}
        ref={checkout}
        signerUrl="/pay"
        order="B-1042"
        amount={19900}
        noName
        purpose="payment"
        className="pay"
        onFlorinResult={onResult}
        onFlorinBeforePay={(event) => event.waitUntil(Promise.resolve(true))}
      >
        <FlorinSavedCards slot="before-fields" signerUrl="/pay" onFlorinCardChoice={({ card }) => card?.handle} />
      </FlorinCheckout>
      <FlorinReceipt signerUrl="/pay" order="B-1042" />
      {/* @ts-expect-error: a misspelt event */}
      <FlorinCheckout onFlorinResults={onResult} />
      {/* @ts-expect-error: a word that the attribute does not have */}
      <FlorinCheckout purpose="pay" />
    </>
  );
}
