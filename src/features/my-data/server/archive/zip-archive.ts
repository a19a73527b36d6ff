/** A zip that is written while it is sent: one entry at a time, hashed as it passes, with the manifest last. */
import { createHash } from 'node:crypto';
import { finished, Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';
import { archiveFormat, archiveVersion, type Manifest, manifestName } from './format.ts';

export type ArchiveWriter = {
  text(name: string, text: string | AsyncIterable<string>): Promise<void>;
  json(name: string, value: unknown): Promise<void>;
  /** Not compressed: media and pictures already are. */
  file(name: string, content: Readable): Promise<void>;
};

/** `write` is called once the stream is read. If it fails, the stream is destroyed. */
export function writeArchive(madeBy: string, write: (archive: ArchiveWriter) => Promise<void>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const manifest: Manifest = {
    format: archiveFormat,
    version: archiveVersion,
    madeBy,
    madeAt: new Date().toISOString(),
    entries: [],
  };
  const add = async (name: string, content: Readable, compress: boolean): Promise<void> => {
    const hash = createHash('sha256');
    let bytes = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    const done = ended(counted, output);
    content.on('error', (error) => counted.destroy(error));
    content.pipe(counted);
    // A fixed time, so that the same data gives the same archive.
    zip.addReadStream(counted, name, { compress, mtime: new Date(Date.UTC(2000, 0, 1)), forceDosTimestamp: true });
    await done;
    manifest.entries.push({ name, bytes, sha256: hash.digest('hex') });
  };
  const archive: ArchiveWriter = {
    text: (name, text) => add(name, typeof text === 'string' ? Readable.from([Buffer.from(text)]) : bytesOf(text), true),
    json: (name, value) => add(name, Readable.from([Buffer.from(JSON.stringify(value))]), true),
    file: (name, content) => add(name, content, false),
  };
  const work = async () => {
    await write(archive);
    zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestName, { mtime: new Date(Date.UTC(2000, 0, 1)) });
    zip.end();
  };
  work().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error('not written')));
  return output;
}

function bytesOf(text: AsyncIterable<string>): Readable {
  return Readable.from(
    (async function* encode() {
      for await (const part of text) yield Buffer.from(part);
    })(),
  );
}

/** Also ends when the reader disconnects: otherwise this would wait for ever. */
function ended(entry: Readable, output: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error('nobody reads the archive any more'));
    if (output.destroyed) return onClose();
    output.once('close', onClose);
    finished(entry, { writable: false }, (error) => {
      output.off('close', onClose);
      if (error) reject(error);
      else resolve();
    });
  });
}
