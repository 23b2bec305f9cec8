/// <reference types="node" />
/** The page objects and the fixtures, as tests of a shop use them. */
import { florinCheckout, testCards, type Outcome, type TypedCard } from 'florin/testing';
import { startFlorin } from 'florin-server/testing';
import { florinCheckout as florinCheckoutOf } from 'florin-server/testing/playwright';
import type { Page } from '@playwright/test';

export async function inPage(): Promise<string> {
  const checkout = florinCheckout(document, { timeout: 1_000 });
  const card: TypedCard = testCards.noFunds;
  await checkout.fillCard({ ...card, cvn: '123' });
  // @ts-expect-error There is no such test card.
  await checkout.fillCard(testCards.nobody);
  await checkout.pay();
  const { status, errors }: Outcome = await checkout.outcome();
  return status === 'approved' ? status : (errors.number ?? '');
}

export async function byPlaywright(page: Page): Promise<number | undefined> {
  const florin = await startFlorin({ now: '2026-03-01T10:00:00Z' });
  florin.nextPayment('answerLost');
  // @ts-expect-error There is no such outcome.
  florin.nextPayment('stolen');
  await florinCheckoutOf(page).answerChallenge('approve');
  await florin.close();
  return florin.payments[0]?.amount;
}
