// @ts-check

/** @param {import('astro').APIContext} context */
export const ALL = async ({ request, clientAddress }) => {
  // `astro build` loads this file too: it must neither open the store nor need the secrets.
  const { signer } = await import('../../lib/signer.js');
  return signer.fetch(request, { clientAddress });
};
