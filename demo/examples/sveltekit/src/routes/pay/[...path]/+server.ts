export const fallback = async ({ request, getClientAddress }) => {
  // `vite build` loads this file too: it must neither open the store nor need the secrets.
  const { signer } = await import('$lib/server/signer.js');
  return signer.fetch(request, { clientAddress: getClientAddress() });
};
