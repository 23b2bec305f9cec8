// The script of server-rendered.mjs: one tag, as a shop imports it.
import 'florin/hydrate';
import 'florin/elements/florin-checkout';
