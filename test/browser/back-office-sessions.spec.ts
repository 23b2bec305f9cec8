/** The back office's sessions. docs/guides/back-office.md. */
import { expectSound } from './expect-sound.js';
import { expect, Office, test, WINDOWS } from './office-test.js';

for (const { name, width, colorScheme } of WINDOWS) {
  test(`an administrator sees who is signed in, and ends it, on ${name}`, async ({ page, office, browser }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    const { control } = office.sandbox;
    const username = '<b>meg</b>';
    await control.saveUser('5353109000000000', {
      username,
      password: 'her own',
      permissions: ['manager'],
      isActive: true,
    });
    const other = await browser.newContext();
    const manager = new Office(await other.newPage(), office.sandbox);
    await manager.page.goto(`${office.sandbox.url}/backoffice/sessions`);
    await manager.signIn(username, 'her own');
    await expect(manager.row(username)).toContainText('This one');
    await expect(manager.page.getByRole('button', { name: /^End/ })).toHaveCount(0);

    await office.open('/dashboard');
    await office.go('Sessions');
    await expect(office.row('demo-admin')).toContainText('This one');
    await expect(office.row(username)).toContainText('Back office');
    await expectSound(page, 'sessions');
    await office
      .row(username)
      .getByRole('button', { name: /^End the session of/ })
      .click();
    await expect(page.getByText(`A session of ${username} has ended.`)).toBeVisible();
    await expect(office.row(username)).toHaveCount(0);
    // The other window signs out by itself.
    await expect(manager.page.getByRole('button', { name: 'Sign in' })).toBeVisible();

    await manager.signIn(username, 'her own');
    await expect(manager.row(username)).toBeVisible();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(office.row(username)).toBeVisible();
    await page.getByRole('button', { name: 'End all others' }).click();
    await expect(page.getByText('1 session has ended.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0);
    await other.close();
  });
}
