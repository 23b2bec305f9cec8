/**
 * The package's index loads limiters for Node's cluster. Edge runtimes load only this file of it,
 * which has no types.
 */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  import { RateLimiterMemory } from 'rate-limiter-flexible';
  export default RateLimiterMemory;
}
