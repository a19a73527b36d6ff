/** The calls of an upload, one by one, as the tus protocol has them. */
import type { TestClient } from './client.ts';

export const tus = { 'tus-resumable': '1.0.0' };

export function createUpload(asker: TestClient, size: number, name = 'talk.mp4'): Promise<Response> {
  const metadata = `filename ${Buffer.from(name).toString('base64')}`;
  return asker.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(size), 'upload-metadata': metadata },
  });
}

export function sendPart(asker: TestClient, path: string, offset: number, body: Uint8Array): Promise<Response> {
  const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
  return asker.fetch(path, { method: 'PATCH', headers, body: Buffer.from(body) });
}

export function askOffset(asker: TestClient, path: string): Promise<Response> {
  return asker.fetch(path, { method: 'HEAD', headers: tus });
}

export function deleteUpload(asker: TestClient, path: string): Promise<Response> {
  return asker.fetch(path, { method: 'DELETE', headers: tus });
}

/** Status and code of a refusal. */
export async function refusalOf(response: Response): Promise<{ status: number; code: string; params: unknown }> {
  const body = (await response.json()) as { error: { data: { app: { code: string; params: unknown } } } };
  return { status: response.status, ...body.error.data.app };
}
