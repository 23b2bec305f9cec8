/** Facts that only a person with a browser can show: where the service's own pages lead. docs/wire/rest.md section 5. */
import { ABOUT } from '../about.js';
import { codeOf, namesIn } from '../describe.js';
import { CannotAsk, type Caller } from '../facility.js';
import { probe, type Probe } from '../probe.js';
import { browserCard, CARD_NUMBER } from '../requests.js';
import { lookUp, makeKey, submit } from './keys.js';

/** Where the sandbox leads: its tests of pages and frames show it. */
const SANDBOX = 'the shop: ResponseCode, ResponseText, ResultKey, order';
const CARD = `${CARD_NUMBER}, expiry 99/00, CVN 123`;
const RETURN = 'The last page cannot be opened: copy its address and paste it here';

async function returned(call: Caller, steps: readonly string[]): Promise<string> {
  const address = await call.facility.askPerson?.([...steps, RETURN]);
  if (!address) throw new CannotAsk('nobody was there to act');
  if (!URL.canParse(address.trim())) throw new CannotAsk('the pasted text is no address');
  await lookUp(call, address.trim());
  return namesIn(address.trim());
}

export const GUIDED_PROBES: readonly Probe[] = [
  probe({
    id: 'page.return',
    question: 'Where does the hosted payment page lead?',
    about: ABOUT.redirects,
    makes: { transactions: 1 },
    needs: 'person',
    presume: () => SANDBOX,
    async ask(call) {
      const { baseUrl, shortName } = call.facility;
      if (!shortName) throw new CannotAsk('--short-name is needed: the name in the address of the hosted page');
      const address = `${baseUrl}/pay/${encodeURIComponent(shortName)}?in_pay_token=${await makeKey(call)}`;
      return returned(call, [`Open ${address}`, `Pay with the test card ${CARD}`]);
    },
  }),
  probe({
    id: 'frame.return',
    question: 'Where does the card form in a frame lead, with its own button?',
    about: ABOUT.redirects,
    makes: { transactions: 1 },
    needs: 'person',
    presume: () => SANDBOX,
    async ask(call) {
      const key = await makeKey(call, {}, { IframeParameters: { ShowSubmitButton: true } });
      const address = `${call.facility.baseUrl}/webapi/v3/txns/iframe/${key}`;
      return returned(call, [`Open ${address}`, `Pay with the test card ${CARD}`]);
    },
  }),
  probe({
    id: 'challenge.return',
    question: 'Where does 3-D Secure lead?',
    about: ABOUT.redirects,
    makes: { transactions: 1 },
    needs: 'person',
    presume: () => SANDBOX,
    async ask(call) {
      const card = browserCard({ CardHolderName: '3DS CHALLENGE' });
      const answer = await submit(call, await makeKey(call), card);
      if (codeOf(answer) !== 300) throw new CannotAsk('the facility asked for no 3-D Secure');
      return returned(call, [`Open ${String(answer.json?.['RedirectionUrl'])}`, 'Confirm the payment']);
    },
  }),
];
