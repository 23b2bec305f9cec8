export const dynamic = 'force-dynamic';

const handle = async (request: Request) => {
  // `next build` loads this file too: it must neither open the store nor need the secrets.
  const { signer } = await import('../../../lib/signer.js');
  // From server.js. Another host has another header: read only one that a client cannot send.
  return signer.fetch(request, { clientAddress: request.headers.get('x-client-address') ?? undefined });
};

export { handle as GET, handle as OPTIONS, handle as POST };
