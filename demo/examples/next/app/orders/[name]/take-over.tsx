'use client';

// Takes over the form of the server.
import 'florin/hydrate';
import 'florin/elements/florin-checkout';

export const TakeOver = () => null;
