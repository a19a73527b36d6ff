/** Bytes are in a folder, all other state is in the upload's row. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';
import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { uploads } from '#db/schema/uploads.ts';

const usualPieceBytes = 4 * 1024 ** 2;

export type PartStoreOptions = {
  db: Db;
  directory: string;
  /** Free space is checked before each piece. */
  pieceBytes?: number | undefined;
  /** Throws when the piece must not be written. */
  checkPiece: (id: string, bytes: number) => Promise<void>;
  /** Throws when this process must not write to the upload. */
  checkWriter: (id: string) => void;
};

/** Adds a check before each piece, and keeps state in the row instead of a file. */
export class PartStore extends FileStore {
  readonly #options: PartStoreOptions;

  constructor(options: PartStoreOptions) {
    super({ directory: options.directory, configstore: rowsAsConfig(options.db) });
    this.#options = options;
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const { checkPiece, checkWriter, pieceBytes = usualPieceBytes } = this.#options;
    let refused: unknown;
    async function* checked(): AsyncGenerator<Uint8Array> {
      let sinceCheck = pieceBytes;
      for await (const chunk of readable as AsyncIterable<Uint8Array>) {
        try {
          if (sinceCheck >= pieceBytes) {
            await checkPiece(id, pieceBytes);
            sinceCheck = 0;
          }
          checkWriter(id);
        } catch (error) {
          refused = error;
          throw error;
        }
        sinceCheck += chunk.length;
        yield chunk;
      }
    }
    try {
      return await super.write(Readable.from(checked()), id, offset);
    } catch (error) {
      // The library's error does not say why.
      throw refused ?? error;
    }
  }
}

export async function sizeOfPart(directory: string, id: string): Promise<number> {
  return stat(join(directory, id)).then(
    (found) => found.size,
    () => 0,
  );
}

function rowsAsConfig(db: Db): NonNullable<ConstructorParameters<typeof FileStore>[0]['configstore']> {
  return {
    async get(id) {
      const [row] = await db.select().from(uploads).where(eq(uploads.id, id));
      if (!row) return undefined;
      const creation_date = row.createdAt.toISOString();
      return new Upload({ id, size: row.sizeBytes, offset: 0, metadata: { filename: row.name }, creation_date });
    },
    set: async () => undefined,
    delete: async () => undefined,
  };
}
