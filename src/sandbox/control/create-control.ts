/** Creates the control of a sandbox. */
import { NAME_SCENARIOS, findNameScenario } from '../bank/scenarios.js';
import type { Clock } from '../clock.js';
import type { Availability, SandboxControl } from '../control.js';
import type { FaultRules } from '../faults/fault-rules.js';
import type { Merchant } from '../merchant.js';
import { hashPassword } from '../password.js';
import type { ChallengeTimer } from '../operations/challenge-timer.js';
import { hashSeeds } from '../store/seed.js';
import type { Store } from '../store/store.js';
import { advanceThroughWebhooks } from '../webhooks/advance-through-webhooks.js';
import { USUAL_SCENARIO, type WebhookScenario } from '../webhooks/scenario.js';
import type { WebhookSender } from '../webhooks/sender.js';
import { SetupError } from './read-setup.js';

/** State of the sandbox that is in memory only. */
export interface Switches {
  availability: Availability;
  scenario: WebhookScenario;
  /** Card holder's name whose effect the next browser payment gets. */
  nextPayment: string | null;
  /** Address, by merchant, of the webhooks whose key has none. */
  readonly catchers: Map<number, string>;
}

/** The state of a new sandbox and after a reset, beside the addresses of webhooks. */
export const USUAL_SWITCHES: Omit<Switches, 'catchers'> = {
  availability: 'normal',
  scenario: USUAL_SCENARIO,
  nextPayment: null,
};

export interface ControlOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly sender: WebhookSender;
  readonly challenges: Pick<ChallengeTimer, 'settled'>;
  readonly faults: FaultRules;
  readonly switches: Switches;
}

const MOST_COPIES = 10;
const LONGEST_DELAY_SECONDS = 86_400;

function assertScenario({ copies, delaySeconds }: WebhookScenario): void {
  if (!(Number.isInteger(copies) && copies >= 0 && copies <= MOST_COPIES)) {
    throw new SetupError(`copies must be a whole number from 0 to ${MOST_COPIES}`);
  }
  if (!(delaySeconds >= 0 && delaySeconds <= LONGEST_DELAY_SECONDS)) {
    throw new SetupError(`delaySeconds must be a number from 0 to ${LONGEST_DELAY_SECONDS}`);
  }
}

export function createControl({ store, clock, sender, challenges, faults, switches }: ControlOptions): SandboxControl {
  async function findMerchant(number: string): Promise<Merchant> {
    const merchant = await store.read((view) => view.findMerchantByNumber(number));
    if (!merchant) throw new SetupError(`There is no merchant ${number}`);
    return merchant;
  }

  async function assertShortNameFree(shortName: string, number: string): Promise<void> {
    const merchants = await store.read((view) => view.listMerchants());
    const owner = merchants.find((merchant) => merchant.shortName === shortName);
    if (owner && owner.number !== number)
      throw new SetupError(`The short name ${shortName} belongs to merchant ${owner.number}`);
  }

  return {
    expireAuthKeys: () => store.write((unit) => unit.expireAuthKeys(clock.now())),
    setAvailability(next) {
      switches.availability = next;
    },
    availability: () => switches.availability,
    setUnavailable(isUnavailable) {
      switches.availability = isUnavailable ? 'unavailable' : 'normal';
    },
    setWebhookScenario(next) {
      const scenario = { ...USUAL_SCENARIO, ...next };
      assertScenario(scenario);
      switches.scenario = scenario;
    },
    webhookScenario: () => switches.scenario,
    setNextPayment(holderName) {
      if (holderName !== null && !findNameScenario(holderName)) {
        throw new SetupError(`holderName must be one of ${NAME_SCENARIOS.map((each) => each.holderName).join(', ')}`);
      }
      switches.nextPayment = holderName;
    },
    nextPayment: () => switches.nextPayment,
    now: () => clock.now(),
    async advanceClock(seconds) {
      await advanceThroughWebhooks(seconds * 1_000, { clock, sender, challenges, store });
      await store.write((unit) => unit.saveClockOffset(clock.offset));
    },
    async reset(number) {
      if (number === undefined) {
        faults.clear();
        Object.assign(switches, USUAL_SWITCHES);
        switches.catchers.clear();
      }
      const merchants =
        number === undefined ? await store.read((view) => view.listMerchants()) : [await findMerchant(number)];
      await store.write(async (unit) => {
        for (const { id } of merchants) await unit.clearMerchant(id);
      });
    },
    async addMerchants(seeds) {
      for (const seed of seeds) await assertShortNameFree(seed.shortName, seed.number);
      const hashed = await hashSeeds(seeds);
      await store.write((unit) => unit.addMerchants(hashed));
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
      const merchant = await findMerchant(number);
      const changed = { ...merchant, ...change, settings: { ...merchant.settings, ...settings } };
      if (!changed.currencies.includes(changed.defaultCurrency)) {
        throw new SetupError(`The currencies of merchant ${number} must include ${changed.defaultCurrency}`);
      }
      await assertShortNameFree(changed.shortName, number);
      await store.write((unit) => unit.saveMerchant(changed));
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
    addFault(fault) {
      try {
        return faults.add(fault);
      } catch (error) {
        throw new SetupError(error instanceof Error ? error.message : String(error));
      }
    },
    listFaults: () => faults.list(),
    clearFaults: () => faults.clear(),
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
  };
}
