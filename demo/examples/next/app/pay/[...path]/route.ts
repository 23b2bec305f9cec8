export const dynamic = 'force-dynamic';

const handle = async (request: Request) => {
  // `next build` loads this file too: it must neither open the store nor need the secrets.
  const { signer } = await import('../../../lib/signer.js');
  // Next.js does not have the address of the connection. Read only the header that your proxy or host sets.
  return signer.fetch(request);
};

export { handle as GET, handle as OPTIONS, handle as POST };
