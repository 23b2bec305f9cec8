/** The sandbox of this browser tab, in which the playground pays: docs/guides/browser-tab.md. */
import { onUnmounted, shallowRef, type ShallowRef } from 'vue';
import type { BrowserCall, BrowserSandbox } from 'florin-server/browser';
import { startTabSandbox } from '../tab-sandbox.js';

/** Calls that are shown. */
const SHOWN = 20;
/** Pages of the service make calls that this page has no event for. */
const READ_MS = 1_500;
const AMOUNT = 19_900;

/** What the playground knows of its sandbox. */
export interface Tab {
  /** Undefined until it runs. */
  readonly sandbox: ShallowRef<BrowserSandbox | undefined>;
  /** Why it does not run, in a sentence; empty while it starts or runs. */
  readonly problem: ShallowRef<string>;
  /** The order of the form. Each is paid once. */
  readonly order: ShallowRef<string>;
  /** True when the shopper has come back from a page of the service: the receipt of the order is shown. */
  readonly isBack: ShallowRef<boolean>;
  /** Calls of the service, masked, the newest first. */
  readonly calls: ShallowRef<readonly BrowserCall[]>;
  /** Starts it, once the page is there. Never rejects. */
  start(): Promise<void>;
  /** Another order, with the form from the start. */
  startAgain(): void;
  /** Deletes all payments, cards and calls. */
  deleteAll(): Promise<void>;
}

/** The name begins with the price: so the signer of the tab knows it, also in another visit. */
const newOrder = (): string => `${AMOUNT}-${crypto.randomUUID().slice(0, 8)}`;

/** For the `setup` of a component. */
export function useTab(): Tab {
  const tab: Omit<Tab, 'start' | 'startAgain' | 'deleteAll'> = {
    sandbox: shallowRef(),
    problem: shallowRef(''),
    order: shallowRef(''),
    isBack: shallowRef(false),
    calls: shallowRef([]),
  };
  let timer: ReturnType<typeof setInterval> | undefined;
  onUnmounted(() => clearInterval(timer));

  async function readCalls(): Promise<void> {
    if (document.hidden) return;
    const [newest] = tab.calls.value;
    const more = (await tab.sandbox.value?.calls(newest?.id)) ?? [];
    if (more.length > 0) tab.calls.value = [...more.toReversed(), ...tab.calls.value].slice(0, SHOWN);
  }

  function startAgain(): void {
    tab.isBack.value = false;
    tab.order.value = newOrder();
  }

  return {
    ...tab,
    startAgain,
    async start() {
      const back = new URLSearchParams(location.search).get('back');
      tab.isBack.value = Boolean(back);
      tab.order.value = back || newOrder();
      try {
        tab.sandbox.value = await startTabSandbox();
        timer = setInterval(() => void readCalls(), READ_MS);
      } catch (error) {
        tab.problem.value = error instanceof Error ? error.message : String(error);
      }
    },
    async deleteAll() {
      await tab.sandbox.value?.reset();
      tab.calls.value = [];
      startAgain();
    },
  };
}
