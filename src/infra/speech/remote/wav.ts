import { randomBytes } from 'node:crypto';

export function encodeForm(
  fields: readonly (readonly [name: string, value: string])[],
  file: { name: string; type: string; parts: readonly Uint8Array[] },
): { body: Uint8Array<ArrayBuffer>; contentType: string } {
  const boundary = `gleaner-${randomBytes(18).toString('hex')}`;
  const text = fields.map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value.replace(/\r?\n/g, '\r\n')}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: ${file.type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(text.join('') + head), ...file.parts, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

export const wavHeaderBytes = 44;

export function wavHeader(pcmBytes: number): Uint8Array {
  const header = Buffer.alloc(wavHeaderBytes);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + pcmBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(32_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(pcmBytes, 40);
  return header;
}
