/**
 * Sessions in the store: sign-ins to the back office, and logins of SOAP. Every process that shares the database knows
 * them.
 */

/** `office` is a sign-in to the back office, `soap` a login of SOAP. */
export type SessionKind = 'office' | 'soap';

/**
 * A session. Its times are by the machine's clock for the back office, because moving the sandbox's clock must not sign
 * anybody out, and by the sandbox's clock for SOAP.
 */
export interface Session {
  readonly kind: SessionKind;
  /** SHA-256 of the cookie, hexadecimal: the database alone signs nobody in. */
  readonly tokenHash: string;
  readonly merchantNumber: string;
  readonly username: string;
  /** Stored password hash at sign-in: a changed password ends the session. */
  readonly passwordHash: string;
  readonly expiresAt: number;
  readonly startedAt: number;
  /** Last use, a minute precise. */
  readonly usedAt: number;
}

/** Read methods. */
export interface SessionView {
  findSession(kind: SessionKind, tokenHash: string): Promise<Session | undefined>;
  /** Sessions of a merchant that have not expired, newest first. */
  listSessions(query: {
    readonly kind: SessionKind;
    readonly merchantNumber: string;
    readonly now: number;
    readonly limit: number;
  }): Promise<readonly Session[]>;
}

/** Write methods within a unit of work. */
export interface SessionUnit {
  /** Adds a session that starts now, and deletes the expired ones of its kind. */
  addSession(session: Session): Promise<void>;
  /** Stores that the session was used. */
  touchSession(session: Pick<Session, 'tokenHash' | 'usedAt' | 'expiresAt'>): Promise<void>;
  /** False when there is no such session any more. */
  removeSession(tokenHash: string): Promise<boolean>;
}
