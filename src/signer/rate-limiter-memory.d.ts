/** The package's index loads limiters for Node's cluster; edge runtimes get this one file of it, which has no types. */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  import { RateLimiterMemory } from 'rate-limiter-flexible';
  export default RateLimiterMemory;
}
