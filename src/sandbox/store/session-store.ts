/** Sessions of the back office in the store. Every process that shares the database knows them. */

/** A session. It ends with its time, with a sign-out, and when the user's password changes. */
export interface OfficeSession {
  /** SHA-256 of the cookie, hexadecimal: the database alone signs nobody in. */
  readonly tokenHash: string;
  readonly merchantNumber: string;
  readonly username: string;
  /** Stored password hash at sign-in. */
  readonly passwordHash: string;
  /** By the machine's clock: moving the sandbox's clock must not sign anybody out. */
  readonly expiresAt: number;
  readonly startedAt: number;
  /** Last call of the person, a minute precise. */
  readonly usedAt: number;
}

/** Read methods. */
export interface OfficeSessionView {
  findOfficeSession(tokenHash: string): Promise<OfficeSession | undefined>;
  /** Sessions of a merchant that have not expired, newest first. */
  listOfficeSessions(query: {
    readonly merchantNumber: string;
    readonly machineNow: number;
    readonly limit: number;
  }): Promise<readonly OfficeSession[]>;
}

/** Write methods within a unit of work. */
export interface OfficeSessionUnit {
  /** Adds a session and deletes the expired ones. */
  addOfficeSession(session: OfficeSession, machineNow: number): Promise<void>;
  removeOfficeSession(tokenHash: string): Promise<void>;
  /** Stores that the session was used. */
  touchOfficeSession(tokenHash: string, machineNow: number): Promise<void>;
}
