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
}

/** Read methods. */
export interface OfficeSessionView {
  findOfficeSession(tokenHash: string): Promise<OfficeSession | undefined>;
}

/** Write methods within a unit of work. */
export interface OfficeSessionUnit {
  /** Adds a session and deletes the expired ones. */
  addOfficeSession(session: OfficeSession, machineNow: number): Promise<void>;
  removeOfficeSession(tokenHash: string): Promise<void>;
}
