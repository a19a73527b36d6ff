/** An OpenID Connect provider and WeChat's servers, on loopback: their real protocols, with the people a test names. */
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestClient } from './client.ts';

export type OpenIdPerson = { sub: string; email: string; email_verified: boolean; name: string };
export type WeChatPerson = { openid: string; unionid?: string; nickname: string };

export type IdentityProviders = {
  url: string;
  /** What the provider does when the browser comes: the address it is sent back to. */
  consent(authorizationUrl: string, person: OpenIdPerson | WeChatPerson): string;
  close(): Promise<void>;
};

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keyId = 'test-key';

function sign(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const body = `${part({ alg: 'RS256', typ: 'JWT', kid: keyId })}.${part(claims)}`;
  return `${body}.${createSign('RSA-SHA256').update(body).sign(privateKey, 'base64url')}`;
}

type Grant = { person: OpenIdPerson | WeChatPerson; nonce: string | null };

type Entry = { provider: string; person: OpenIdPerson | WeChatPerson; ref?: string; invitation?: string };

/** As a browser goes there and back. Gives the path where it ends. */
export async function signInThrough(
  providers: IdentityProviders,
  browser: TestClient,
  { person, ...entry }: Entry,
): Promise<string> {
  const { url } = await browser.rpc.account.startProvider.mutate(entry);
  const back = new URL(providers.consent(url, person));
  const response = await browser.fetch(`${back.pathname}${back.search}`, { redirect: 'manual' });
  const end = new URL(response.headers.get('location') ?? '', back);
  return `${end.pathname}${end.search}`;
}

export async function startIdentityProviders(client: { id: string; secret: string }): Promise<IdentityProviders> {
  const grants = new Map<string, Grant>();
  let url = '';
  const take = (code: string | null) => {
    const found = grants.get(code ?? '');
    grants.delete(code ?? '');
    return found;
  };

  const routes: Record<string, (query: URLSearchParams, body: URLSearchParams) => object | null> = {
    '/.well-known/openid-configuration': () => ({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/userinfo`,
      jwks_uri: `${url}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/keys': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: keyId, alg: 'RS256', use: 'sig' }] }),
    '/token': (_query, body) => {
      const found = take(body.get('code'));
      if (!found || !('sub' in found.person)) return null;
      const now = Math.floor(Date.now() / 1000);
      const { nonce, person } = found;
      const claims = { ...person, iss: url, aud: client.id, iat: now, exp: now + 300, ...(nonce === null ? {} : { nonce }) };
      return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: sign(claims) };
    },
    // Errors have the status 200.
    '/sns/oauth2/access_token': (query) => {
      const found = query.get('secret') === client.secret ? take(query.get('code')) : undefined;
      if (!found || !('openid' in found.person)) return { errcode: 40_029, errmsg: `invalid code ${query.get('secret')}` };
      const token = randomUUID();
      grants.set(token, found);
      const { openid, unionid } = found.person;
      return { access_token: token, expires_in: 7200, openid, scope: 'snsapi_login', ...(unionid ? { unionid } : {}) };
    },
    '/sns/userinfo': (query) => {
      const found = take(query.get('access_token'));
      return found ? { ...found.person } : { errcode: 40_001, errmsg: 'invalid credential' };
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const result = routes[pathname]?.(searchParams, new URLSearchParams(Buffer.concat(chunks).toString())) ?? null;
    response.writeHead(result === null ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(result ?? { error: 'invalid_grant' }));
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    consent(authorizationUrl, person) {
      const { searchParams } = new URL(authorizationUrl);
      const code = randomUUID();
      grants.set(code, { person, nonce: searchParams.get('nonce') });
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', searchParams.get('state') ?? '');
      return back.href;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
