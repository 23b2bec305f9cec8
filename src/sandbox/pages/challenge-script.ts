/** The script of the challenge page, which works without it. */

/**
 * Passes Escape on to a page that has this one in a frame: the browser gives the key to the page with the focus. The same
 * message as in src/elements/florin-checkout/return-message.ts. The buttons are those of `otherWays` in challenge-page.ts.
 */
export const CHALLENGE_SCRIPT = `
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && parent !== window) parent.postMessage('florin:escape', '*');
});
const rp = { id: location.hostname, name: 'Florin Test Bank' };
const bytes = () => crypto.getRandomValues(new Uint8Array(16));
const ways = {
  window: () => {
    // The shop's policy may keep the window from its opener.
    open(location.href);
    return 'Asked for a window.';
  },
  dialog: () => (confirm('Go on with this payment?') ? 'You have pressed OK.' : 'You have pressed Cancel.'),
  passkey: async () => {
    if (/^[\\d.:[\\]]+$/.test(rp.id)) return 'A passkey belongs to a name, not to a number: open the sandbox as localhost.';
    const user = { id: bytes(), name: 'shopper', displayName: 'Shopper' };
    const pubKeyCredParams = [{ type: 'public-key', alg: -7 }];
    const made = await navigator.credentials.create({ publicKey: { challenge: bytes(), rp, user, pubKeyCredParams } });
    const allowCredentials = [{ type: 'public-key', id: made.rawId }];
    await navigator.credentials.get({ publicKey: { challenge: bytes(), rpId: rp.id, allowCredentials } });
    return 'A passkey was made and used.';
  },
};
for (const button of document.querySelectorAll('[data-way]')) {
  button.addEventListener('click', async () => {
    const output = document.querySelector('output');
    try {
      output.textContent = await ways[button.dataset.way]();
    } catch (error) {
      output.textContent = error.name + ': ' + error.message;
    }
  });
}
`;
