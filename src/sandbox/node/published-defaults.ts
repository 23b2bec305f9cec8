/**
 * Checks for the published credentials of the guides: the demo merchant's password and the example control token. They
 * are safe on loopback. On other hosts they would give everybody access. docs/guides/sandbox.md.
 */
import { DEMO_MERCHANT } from '../merchant.js';
import { verifyPassword } from '../password.js';
import type { Store } from '../store/store.js';

const PUBLISHED_TOKEN = 'at-least-16-characters';

/** @throws Error in one line when published credentials would work from other machines */
export async function assertNothingPublished(store: Store, host: string, controlToken?: string): Promise<void> {
  const place = `The sandbox would listen for other machines (${host === '' ? 'every address' : host})`;
  const way = 'or allow it by name (--allow-published, allowPublished)';
  if (controlToken === PUBLISHED_TOKEN) {
    throw new Error(`${place} with the control token of the guides: choose another one, ${way}`);
  }
  const { number, users } = DEMO_MERCHANT;
  for (const { username, password } of users) {
    const caller = await store.read((view) => view.findCaller(number, username));
    if (!caller?.isActive || !(await verifyPassword(password, caller))) continue;
    throw new Error(
      `${place} with the published password of ${username}: start an empty database with --no-seed and merchants of ` +
        `your own, change the password, ${way}`,
    );
  }
}
