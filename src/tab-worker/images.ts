/**
 * Stores images of the worker's databases in IndexedDB, in pieces, and facts that belong to them. A save writes the changed
 * pieces, in one transaction.
 */

const PIECE_BYTES = 32 * 1024;
const PIECES = 'piece';
const FACTS = 'fact';
/** Number of the last save. It shows whether another worker has saved since. */
const SAVES = 'saves';

export type ImageName = 'service' | 'signer';

/** The images and facts of one sandbox. */
export interface Images {
  read(name: ImageName): Promise<Uint8Array | undefined>;
  readFact(name: string): Promise<unknown>;
  /**
   * Resolves when everything is stored. Rejects when nothing is, also if another worker has saved since this one read.
   */
  save(images: ReadonlyMap<ImageName, Uint8Array>, facts?: Readonly<Record<string, unknown>>): Promise<void>;
  clear(): Promise<void>;
  close(): void;
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB refused to store'));
  });
}

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(PIECES);
    request.result.createObjectStore(FACTS);
  };
  return resultOf(request);
}

/** Deletes the store. @param name of the IndexedDB database, which must be closed */
export async function deleteImages(name: string): Promise<void> {
  await resultOf(indexedDB.deleteDatabase(name));
}

/** Compares as IndexedDB compares binary keys, which is native code. */
function isSame(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && indexedDB.cmp(one, other) === 0;
}

/** Opens the store. @param name of the IndexedDB database */
export async function openImages(name: string): Promise<Images> {
  const db = await open(name);
  const stored = new Map<ImageName, readonly Uint8Array[]>();
  const readFact = (fact: string) => resultOf<unknown>(db.transaction(FACTS).objectStore(FACTS).get(fact));
  let saves = (await readFact(SAVES)) ?? 0;

  let last: Promise<void> = Promise.resolve();

  async function write(
    images: ReadonlyMap<ImageName, Uint8Array>,
    facts: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const transaction = db.transaction([PIECES, FACTS], 'readwrite');
    const done = ended(transaction);
    const pieceStore = transaction.objectStore(PIECES);
    const factStore = transaction.objectStore(FACTS);
    const next = Number(saves) + 1;
    const check = factStore.get(SAVES);
    check.onsuccess = () => {
      if ((check.result ?? 0) !== saves) transaction.abort();
    };
    for (const [fact, value] of Object.entries({ ...facts, [SAVES]: next })) factStore.put(value, fact);
    const written = [...images].map(([image, bytes]) => {
      const before = stored.get(image) ?? [];
      const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_piece, index) =>
        bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
      );
      for (const [index, piece] of pieces.entries()) {
        if (!isSame(piece, before[index])) pieceStore.put(piece.slice(), [image, index]);
      }
      if (before.length > pieces.length) {
        pieceStore.delete(IDBKeyRange.bound([image, pieces.length], [image, Infinity]));
      }
      return [image, pieces] as const;
    });
    await done;
    saves = next;
    for (const [image, pieces] of written) stored.set(image, pieces);
  }

  return {
    readFact,
    async read(image) {
      const range = IDBKeyRange.bound([image, 0], [image, Infinity]);
      const request = db.transaction(PIECES).objectStore(PIECES).getAll(range) as IDBRequest<Uint8Array[]>;
      const pieces = await resultOf(request);
      stored.set(image, pieces);
      if (pieces.length === 0) return undefined;
      return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
    },
    save(images, facts = {}) {
      const done = last.then(() => write(images, facts));
      last = done.catch(() => undefined);
      return done;
    },
    async clear() {
      const transaction = db.transaction([PIECES, FACTS], 'readwrite');
      const done = ended(transaction);
      transaction.objectStore(PIECES).clear();
      transaction.objectStore(FACTS).clear();
      await done;
      stored.clear();
      saves = 0;
    },
    close: () => db.close(),
  };
}
