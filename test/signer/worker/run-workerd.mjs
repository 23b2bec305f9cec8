// @ts-check
/**
 * Runs a Worker in its own process, so that a test can kill it. The options of Miniflare are JSON on the standard
 * input.
 */
import { text } from 'node:stream/consumers';
import { Miniflare } from 'miniflare';

const options = await text(process.stdin);
const worker = new Miniflare({ host: '127.0.0.1', port: 0, cf: false, ...JSON.parse(options) });
const { origin } = await worker.ready;
console.log(origin);
