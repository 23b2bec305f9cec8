/** Creates the control of a sandbox. */
import { object } from '../../wire/read-input.js';
import { NAME_SCENARIOS, findNameScenario } from '../bank/scenarios.js';
import type { Clock } from '../clock.js';
import type { SandboxControl } from '../control.js';
import type { CallJournal } from '../journal/call-journal.js';
import type { Merchant } from '../merchant.js';
import { hashPassword } from '../password.js';
import type { ChallengeTimer } from '../operations/challenge-timer.js';
import { hashSeeds } from '../store/seed.js';
import type { Store, StoreView } from '../store/store.js';
import { advanceThroughWebhooks } from '../webhooks/advance-through-webhooks.js';
import { SCENARIO_SHAPE, USUAL_SCENARIO } from '../webhooks/scenario.js';
import type { WebhookSender } from '../webhooks/sender.js';
import { SetupError, readSetup } from './read-setup.js';
import type { Switches } from './switches.js';

export interface ControlOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly sender: WebhookSender;
  readonly challenges: Pick<ChallengeTimer, 'settled'>;
  readonly switches: Switches;
  readonly journal: CallJournal;
}

const SCENARIO = object(SCENARIO_SHAPE);

export function createControl({ store, clock, sender, challenges, switches, journal }: ControlOptions): SandboxControl {
  const { availability, faults, nextPayment } = switches;

  async function findMerchant(number: string, unit?: StoreView): Promise<Merchant> {
    const find = (view: StoreView) => view.findMerchantByNumber(number);
    const merchant = unit ? await find(unit) : await store.read(find);
    if (!merchant) throw new SetupError(`There is no merchant ${number}`);
    return merchant;
  }

  async function reset(number?: string): Promise<void> {
    const merchants =
      number === undefined ? await store.read((view) => view.listMerchants()) : [await findMerchant(number)];
    switches.clear(number);
    for (const { id } of merchants) switches.catchers.delete(id);
    await journal.reset(number);
    await store.write(async (unit) => {
      for (const { id } of merchants) await unit.clearMerchant(id);
    });
  }

  async function assertShortNameFree(shortName: string, number: string, view: StoreView): Promise<void> {
    const owner = (await view.listMerchants()).find((merchant) => merchant.shortName === shortName);
    if (owner && owner.number !== number)
      throw new SetupError(`The short name ${shortName} belongs to merchant ${owner.number}`);
  }

  return {
    async expireAuthKeys({ merchant } = {}) {
      const merchantId = merchant === undefined ? undefined : (await findMerchant(merchant)).id;
      return store.write((unit) => unit.expireAuthKeys(clock.now(), merchantId));
    },
    setAvailability: (next, { merchant } = {}) => availability.set(next, merchant),
    availability: ({ merchant } = {}) => switches.availabilityOf(merchant),
    setUnavailable: (isUnavailable, { merchant } = {}) =>
      availability.set(isUnavailable ? 'unavailable' : 'normal', merchant),
    setWebhookScenario(next, { merchant } = {}) {
      switches.scenario.set(readSetup(SCENARIO, { ...USUAL_SCENARIO, ...next }, 'scenario'), merchant);
    },
    webhookScenario: ({ merchant } = {}) => switches.scenario.get(merchant),
    setNextPayment(holderName, { merchant } = {}) {
      if (holderName !== null && !findNameScenario(holderName)) {
        throw new SetupError(`holderName must be one of ${NAME_SCENARIOS.map((each) => each.holderName).join(', ')}`);
      }
      nextPayment.set(holderName, merchant);
    },
    nextPayment: ({ merchant } = {}) => nextPayment.get(merchant),
    now: () => clock.now(),
    async advanceClock(seconds) {
      await advanceThroughWebhooks(seconds * 1_000, { clock, sender, challenges, store });
      await store.write((unit) => unit.saveClockOffset(clock.offset));
    },
    freezeClock: () => clock.freeze(),
    runClock() {
      clock.run();
      sender.wake();
    },
    async useRealClock() {
      const isAhead = clock.offset > 0;
      if (isAhead) await reset();
      clock.restart();
      // Again, because a call in progress can have stored a payment that is ahead.
      if (isAhead) await reset();
      await store.write((unit) => unit.restartClock());
    },
    reset,
    async addMerchants(seeds) {
      const hashed = await hashSeeds(seeds);
      await store.write(async (unit) => {
        await unit.lockMerchants();
        for (const seed of seeds) await assertShortNameFree(seed.shortName, seed.number, unit);
        await unit.addMerchants(hashed);
      });
    },
    listMerchants: () =>
      store.read(async (view) => {
        const merchants = [];
        for (const { id, ...merchant } of await view.listMerchants()) {
          merchants.push({ ...merchant, users: await view.listUsers(id) });
        }
        return merchants;
      }),
    async changeMerchant(number, { settings, ...change }) {
      await store.write(async (unit) => {
        await unit.lockMerchants();
        const merchant = await findMerchant(number, unit);
        const changed = { ...merchant, ...change, settings: { ...merchant.settings, ...settings } };
        if (!changed.currencies.includes(changed.defaultCurrency)) {
          throw new SetupError(`The currencies of merchant ${number} must include ${changed.defaultCurrency}`);
        }
        await assertShortNameFree(changed.shortName, number, unit);
        await unit.saveMerchant(changed);
      });
    },
    async saveUser(number, { password, ...user }) {
      const { id } = await findMerchant(number);
      const hash = password === undefined ? undefined : await hashPassword(password);
      const isKnown = await store.write(async (unit) => {
        if (!hash) return unit.changeUser(id, user);
        await unit.saveUser(id, { ...user, ...hash });
        return true;
      });
      if (!isKnown) throw new SetupError(`User ${user.username} is new and needs a password`);
    },
    async removeUser(number, username) {
      const { id } = await findMerchant(number);
      if (!(await store.write((unit) => unit.removeUser(id, username)))) {
        throw new SetupError(`There is no user ${username}`);
      }
    },
    addFault: (fault) => faults.add(fault),
    listFaults: () => faults.list(),
    clearFaults: ({ merchant } = {}) => faults.clear(merchant),
    async listWebhooks({ merchant, ...query } = {}) {
      const merchantId = merchant === undefined ? undefined : (await findMerchant(merchant)).id;
      return store.read((view) =>
        view.searchWebhooks({ limit: 100, ...query, ...(merchantId !== undefined && { merchantId }) }),
      );
    },
    async getWebhook(id) {
      const webhook = await store.read((view) => view.findWebhook(id));
      if (!webhook) throw new SetupError(`There is no webhook ${id}`);
      return { ...webhook, tries: await store.read((view) => view.listAttempts(id)) };
    },
    async resendWebhook(id) {
      if (!(await store.write((unit) => unit.resendWebhook(id, clock.now())))) {
        throw new SetupError(`There is no webhook ${id}`);
      }
      sender.wake();
    },
    webhooksSettled: () => sender.settled(),
    calls: journal,
  };
}
