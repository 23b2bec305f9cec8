/** The dialog of the bank's step (3-D Secure) over the shop's page, and the sandbox's page in it. */
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { pressInFrame } from '../../../src/fixtures/playwright/playwright-driver.js';

const TIMEOUT_MS = 20_000;

/** Drives the dialog by its texts. */
export class ChallengeDialog {
  readonly root: Locator;
  readonly bank: FrameLocator;
  readonly frame: Locator;
  readonly code: Locator;
  readonly approve: Locator;
  readonly fail: Locator;
  readonly closeButton: Locator;
  readonly question: Locator;
  readonly elsewhere: Locator;
  /** In the page: continues a step that was closed. */
  readonly goOn: Locator;

  constructor(page: Page | FrameLocator) {
    this.root = page.getByRole('dialog', { name: 'Confirm with your bank' });
    this.frame = this.root.locator('iframe');
    this.bank = this.root.frameLocator('iframe');
    this.code = this.bank.getByLabel('One-time code');
    this.approve = this.bank.getByRole('button', { name: 'Approve' });
    this.fail = this.bank.getByRole('button', { name: 'Fail confirmation' });
    this.closeButton = this.root.getByRole('button', { name: 'Close' });
    this.question = this.root.getByRole('alertdialog', { name: 'Leave for now?' });
    this.elsewhere = this.root.getByRole('button', { name: 'Open in this window instead' });
    this.goOn = page.getByRole('button', { name: 'Continue with your bank' });
  }

  /** Presses a button of the bank. */
  press(button: Locator): Promise<void> {
    return pressInFrame(button, TIMEOUT_MS);
  }

  /** Closes the dialog and confirms the question. */
  async leave(): Promise<void> {
    await this.closeButton.click();
    await this.question.getByRole('button', { name: 'Leave' }).click();
  }
}
