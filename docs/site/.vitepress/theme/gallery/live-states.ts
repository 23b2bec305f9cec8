/** The states that need a service, one row each: what is drawn, and what a shopper does until the state is shown. */
import { testAccount, testCards, type FlorinCheckout, type TypedCard } from 'florin/testing';
import type { BrowserSandbox } from 'florin-server/browser';

/** What a row acts with. */
export interface LiveScene {
  readonly checkout: FlorinCheckout;
  readonly sandbox: BrowserSandbox;
  /** Where the markup is drawn. */
  readonly box: HTMLElement;
  /** Draws the markup again, as a page that is loaded again. */
  redraw(order?: 'another order'): Promise<void>;
}

/** One state. */
export interface LiveState {
  readonly name: string;
  /** As a shop has it: `/pay` is the signer, `1042` the order. */
  readonly markup: string;
  /** Drawn first, until `play` draws the markup. */
  readonly begin?: string;
  /** What is left to see or to do in this state. */
  readonly note?: string;
  /** Resolves when the state is shown. */
  play?(scene: LiveScene): Promise<unknown>;
}

const pay =
  (card: TypedCard) =>
  async ({ checkout }: LiveScene): Promise<void> => {
    await checkout.fillCard(card);
    await checkout.pay();
  };
const payAndWait =
  (card: TypedCard) =>
  async (scene: LiveScene): Promise<void> => {
    await pay(card)(scene);
    await scene.checkout.outcome();
  };

/** The key is asked for while the card is typed. */
async function untilKeyed(checkout: FlorinCheckout): Promise<void> {
  while ((await checkout.look()).status === 'keying') await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Pays, and draws the page that comes after it. */
async function payThenRedraw(scene: LiveScene): Promise<void> {
  await payAndWait(testCards.visa)(scene);
  await scene.redraw();
}

/** Saves a card, and shows the page of another order. */
async function saveFirst(scene: LiveScene): Promise<void> {
  await scene.checkout.fillCard(testCards.mastercard);
  await scene.checkout.storeCard();
  await scene.checkout.pay();
  await scene.checkout.outcome();
  await scene.redraw('another order');
  await scene.checkout.savedCards();
}

const ATTRIBUTES = 'signer-url="/pay" order="1042" amount="19900" currency="AUD"';
const CHECKOUT = `<florin-checkout ${ATTRIBUTES}></florin-checkout>`;
const WITH_CARDS = `<florin-checkout ${ATTRIBUTES}>
  <florin-saved-cards slot="before-fields"></florin-saved-cards>
  <florin-store-card slot="after-fields"></florin-store-card>
</florin-checkout>`;
const WITH_BUTTON = `<florin-checkout ${ATTRIBUTES}></florin-checkout>
<florin-pay-button></florin-pay-button>`;
const WITH_AMOUNT = `<florin-checkout ${ATTRIBUTES.replace('/pay', '/pay-surcharge')}></florin-checkout>
<florin-amount amount="19900" currency="AUD"></florin-amount>`;
const RECEIPT = '<florin-receipt signer-url="/pay" order="1042"></florin-receipt>';
export const LIVE_STATES = {
  'florin-checkout': [
    { name: 'Approved', markup: CHECKOUT, play: payAndWait(testCards.visa) },
    {
      name: 'Declined: no funds',
      markup: CHECKOUT,
      note: 'The name is kept, and another card can be tried.',
      play: payAndWait(testCards.noFunds),
    },
    { name: 'Declined: the card has expired', markup: CHECKOUT, play: payAndWait(testCards.cardExpired) },
    {
      name: 'The bank cannot be reached',
      markup: CHECKOUT,
      note: 'The service knows no outcome, so the signer asks again for a while.',
      play: pay(testCards.bankDown),
    },
    {
      name: 'Paying, and the bank takes longer',
      markup: CHECKOUT,
      note: 'The bank answers after 8 seconds.',
      play: pay(testCards.slow),
    },
    {
      name: '3-D Secure',
      markup: CHECKOUT,
      note: 'The one-time code is 123456.',
      play: pay(testCards.challenge),
    },
    {
      name: '3-D Secure, closed before an answer',
      markup: CHECKOUT,
      async play(scene) {
        await pay(testCards.challenge)(scene);
        await scene.checkout.leaveChallenge();
      },
    },
    {
      name: '3-D Secure, not confirmed',
      markup: CHECKOUT,
      async play(scene) {
        await pay(testCards.challenge)(scene);
        await scene.checkout.answerChallenge('fail');
        await scene.checkout.outcome();
      },
    },
    {
      name: 'Outcome unknown',
      markup: CHECKOUT,
      note: 'A gateway answers in place of the service. The signer then searches, and finds that nothing was paid.',
      async play(scene) {
        await scene.sandbox.nextPayment('unreachable');
        await pay(testCards.visa)(scene);
      },
    },
    {
      name: 'The key has expired',
      markup: CHECKOUT,
      note: 'Nothing was sent to the bank.',
      async play(scene) {
        await scene.checkout.fillCard(testCards.visa);
        await untilKeyed(scene.checkout);
        await scene.sandbox.expireAuthKeys();
        await scene.checkout.pay();
        await scene.checkout.outcome();
      },
    },
    {
      name: 'The order is paid already',
      markup: CHECKOUT,
      note: 'As in another tab, or after a reload.',
      play: payThenRedraw,
    },
    {
      name: 'Card saved',
      markup: '<florin-checkout purpose="save-card" signer-url="/pay"></florin-checkout>',
      async play({ checkout }) {
        const { number, expiry, name } = testCards.visa;
        await checkout.fillCard({ number, expiry, name });
        await checkout.save();
        await checkout.outcome();
      },
    },
    {
      name: 'Bank account saved',
      markup:
        '<florin-checkout purpose="save-bank-account" signer-url="/pay" agreement-url="#checkout"></florin-checkout>',
      async play({ checkout }) {
        await checkout.fillAccount(testAccount);
        await checkout.save();
        await checkout.outcome();
      },
    },
    {
      name: 'In a frame',
      markup: CHECKOUT.replace(' signer', ' isolation="frame" frame-src="https://card.shop.example/frame.html" signer'),
      note: 'In a shop the frame has an origin of its own.',
    },
    { name: 'In the service’s frame', markup: CHECKOUT.replace(' signer', ' method="iframe" signer') },
  ],
  'florin-pay-button': [
    { name: 'Button under a checkout', markup: WITH_BUTTON },
    {
      name: 'Button while paying',
      markup: WITH_BUTTON,
      note: 'The bank answers after 8 seconds.',
      play: pay(testCards.slow),
    },
  ],
  'florin-saved-cards': [
    { name: 'A saved card', markup: WITH_CARDS, play: saveFirst },
    {
      name: 'Another card',
      markup: WITH_CARDS,
      async play(scene) {
        await saveFirst(scene);
        await scene.checkout.chooseAnotherCard();
      },
    },
    {
      name: 'Paid with a saved card',
      markup: WITH_CARDS,
      async play(scene) {
        await saveFirst(scene);
        await scene.checkout.fillCard({ cvn: testCards.mastercard.cvn });
        await scene.checkout.pay();
        await scene.checkout.outcome();
      },
    },
    {
      name: 'On an account page',
      markup: '<florin-saved-cards signer-url="/pay"></florin-saved-cards>',
      note: 'Empty until a card is saved, here or in the playground.',
    },
  ],
  'florin-amount': [
    {
      name: 'With the surcharge for the typed card',
      markup: WITH_AMOUNT,
      note: 'Amex $2.00, Visa and Mastercard $1.00. It is announced, and the button has the new price.',
      play: ({ checkout }) => checkout.fillCard(testCards.amex),
    },
    {
      name: 'With another card’s surcharge',
      markup: WITH_AMOUNT,
      async play({ checkout }) {
        await checkout.fillCard(testCards.amex);
        await checkout.fillCard(testCards.visa);
      },
    },
    {
      name: 'Paid with the surcharge',
      markup: WITH_AMOUNT,
      async play({ checkout }) {
        await checkout.fillCard(testCards.amex);
        // The answer with the key has the surcharges: an earlier press pays nothing, because the amount changes.
        await untilKeyed(checkout);
        await checkout.pay();
        await checkout.outcome();
      },
    },
  ],
  'florin-store-card': [
    {
      name: 'Ticked, below a filled card',
      markup: WITH_CARDS,
      async play({ checkout }) {
        await checkout.fillCard(testCards.visa);
        await checkout.storeCard();
      },
    },
  ],
  'florin-receipt': [{ name: 'Receipt from the signer', markup: RECEIPT, begin: CHECKOUT, play: payThenRedraw }],
} satisfies Readonly<Record<string, readonly LiveState[]>>;
