// @ts-check

/** Headers of every page. The policy is in svelte.config.js. @type {import('@sveltejs/kit').Handle} */
export const handle = async ({ event, resolve }) => {
  const response = await resolve(event);
  // The signer has headers of its own.
  if (event.url.pathname.startsWith('/pay/')) return response;
  // The address of a page names the order.
  response.headers.set('referrer-policy', 'same-origin');
  response.headers.set('x-content-type-options', 'nosniff');
  return response;
};
