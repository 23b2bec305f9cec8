/** Frame RPC client, loaded lazily, because the frame itself is drawn first. */
export { connectFrame } from '../../channel/page-channel.js';
export { watchStyles } from '../../channel/watch-styles.js';
export { readFrameAddress } from './frame-address.js';
export { readFrameRules } from './frame-rules.js';
