/** Uploads as the page makes them, in one piece. */
import type { TestClient } from './client.ts';

type WholeFile = { name: string; bytes: Uint8Array };

/** Gives the id of the content that the file becomes. */
export async function uploadFile(
  client: TestClient,
  serverUrl: string,
  file: WholeFile,
  noteLanguage: 'zh' | 'en' = 'en',
): Promise<string> {
  const uploadId = await sendWholeFile(client, serverUrl, file);
  const { results } = await client.rpc.ingest.submit.mutate({ items: [{ uploadId }], noteLanguage });
  const [result] = results;
  if (!result || !('contentId' in result)) throw new Error(`not started: ${JSON.stringify(results)}`);
  return result.contentId;
}

/** Gives the upload's id. */
export async function sendWholeFile(client: TestClient, serverUrl: string, file: WholeFile): Promise<string> {
  const made = await client.fetch('/api/uploads', {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(file.bytes.length),
      'upload-metadata': `filename ${Buffer.from(file.name).toString('base64')}`,
    },
  });
  const path = new URL(made.headers.get('location') ?? '', serverUrl).pathname;
  const sent = await client.fetch(path, {
    method: 'PATCH',
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(file.bytes),
  });
  if (sent.status !== 204) throw new Error(`upload answered ${sent.status}`);
  return path.split('/').at(-1) ?? '';
}
