/** What speaks with the frame; loaded behind the frame itself, which is there sooner. */
export { connectFrame } from '../../channel/page-channel.js';
export { watchStyles } from '../../channel/watch-styles.js';
export { readFrameAddress } from './frame-address.js';
export { readFrameBrands } from './frame-settings.js';
