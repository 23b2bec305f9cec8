/** The environment of the shop's routes. */
import type { Session } from './store/session-store.js';

/** Variables of a request. */
export interface ShopEnvironment {
  Variables: {
    /** The visitor's session, if the visitor has one. */
    session: Session | undefined;
    /** The visitor's session; starts one, and sets its cookie, if there is none. */
    needSession: () => Session;
  };
}
