import { expect, test } from 'vitest';
import { cutBlocks } from './blocks.ts';
import { readPage } from './read-page.ts';
import { readInstead } from './sign-in-or-error-page.ts';
import { parseTree } from './tree.ts';

const read = (title: string, body: string) =>
  readPage({
    bytes: new TextEncoder().encode(
      `<!doctype html><html><head><title>${title}</title></head><body><main>${body}</main></body></html>`,
    ),
    contentType: 'text/html; charset=utf-8',
    url: 'https://example.org/a',
  });
const form = '<form><label>Name <input name="n"></label><label>Word <input type="password"></label></form>';
const words = '<p>Please use the name and the word that we sent to you by letter last year, and ask us if both are lost.</p>';

test.each([
  ['Sign in - Example', form + words],
  ['Log in to continue', form + words],
  ['Example - Signin', form + words],
  ['Please log-in', form + words],
  ['Member login', form + words],
  ['The archive: sign in required', form + words],
  ['Connexion - Exemple', form + words],
  ['会员登录', `${form}<p>请使用手机号码登录，登录后可以查看全部文章和评论，没有账号请先注册。</p>`],
  ['Example | Anmelden', form + words],
  ['用户登录_某某网', `${form}<p>请使用手机号码登录，登录后可以查看全部文章和评论，没有账号请先注册。</p>`],
  ['Sign in - Accounts', `<form><input type="email" autocomplete="username"></form>${words}`],
  ['提示信息 - 某某论坛', `<p>抱歉，您尚未登录，没有权限访问该版块</p>${form}`],
])('SUM-09 a sign-in page is told apart: %s', (title, body) => {
  expect(read(title, body).instead).toBe('sign_in');
});

test.each([
  ['404 Not Found', words],
  ['Page not found | Example', words],
  ['HTTP error 503', words],
  ['Error 404', words],
  ['410 Page gone', words],
  ['Fehler 502', words],
  ['Site can’t be found', words],
  ['Are you human?', words],
  ['Seite nicht gefunden', words],
  ['Page introuvable', words],
  ['Just a moment...', words],
  ['You have been blocked', words],
  ['Sorry, you have been blocked', words],
  ['Example', `<h1>Access denied</h1>${words}`],
  ['Example', `<h1>Example of a town</h1><h2>Page not found</h2>${words}`],
  ['出错了 - 某某网', '<p>您访问的页面不存在，可能已经被删除，请返回首页继续浏览其他的内容。</p>'],
  ['Example', `<h1>We can’t find that page</h1>${words}`],
  ['Erreur 404', words],
  ['Example', `<h1>Enable JavaScript and cookies to continue</h1>${words}`],
])('SUM-09 an error page is told apart: %s', (title, body) => {
  expect(read(title, body).instead).toBe('error');
});

test.each([
  ['Sign in - Example', words],
  ['The login of the mill', form + words],
  ['Sign in for the race', `<form><input type="email"></form>${words}`],
  ['提示信息 - 某某论坛', '<p>抱歉，您尚未登录，没有权限访问该版块</p>'],
  ['We can’t find that town on a map', words],
  ['A short note | 404 Media', words],
  ['Error bars explained', words],
  ['Page not found | Example', words.repeat(8)],
  ['Sign in - Example', form + words.repeat(8)],
])('SUM-09 another page is not taken for one: %s', (title, body) => {
  expect(read(title, body).instead).toBeNull();
});

/** What a page with this title, form and text is in place of. */
function insteadOf(title: string, { inner = form, text = 'Some words that are long enough not to count. '.repeat(6) } = {}) {
  const document = parseTree(`<body>${inner}</body>`);
  return readInstead({ document, tree: cutBlocks(document), text, titles: [title, null] });
}

test.each([
  ...['Please log in', 'Log-in', 'Signin', 'You must sign in', 'To see it, log in to view', 'sign in to your account'],
  ...[
    'Member login',
    'Login here',
    'Bitte anmelden',
    'Einloggen',
    'Zur Anmeldung',
    'Se connecter',
    'Connexion',
    'Iniciar sesión',
  ],
  ...[
    'Accedi',
    'Entrar',
    '登录',
    '用户登入',
    '请登陆',
    '统一身份登录',
    '先登录',
    '某某用户登录',
    '您还没登录',
    '需要登錄',
    '请先登录',
  ],
])('SUM-09 the title “%s” asks to sign in', (title) => {
  expect(insteadOf(title)).toBe('sign_in');
  expect(insteadOf(title, { inner: '<p>x</p>' })).toBeNull();
});

test.each([
  'Assignment',
  'Sign into law',
  'Blog in town',
  'Logins of the mill',
  'Die Anmeldungen',
  'Die Konnexion',
  '如何登录网站才好',
])('SUM-09 the title “%s” does not ask to sign in', (title) => {
  expect(insteadOf(title)).toBeNull();
});

test.each([
  ...[
    '400',
    '401',
    '403',
    '404',
    '410.',
    '429: x',
    '500!',
    '502',
    '503',
    '504',
    'http 404',
    'Error 404',
    'Fehler 500',
    '404 page',
    '403 Forbidden',
  ],
  ...['404 error', '500 internal', '400 bad', '503 service', '429 too', 'An error 404', 'Its error 500'],
  ...['Page not found', 'The site cannot be found', "This file can't be found", 'Page unavailable', 'Page does not exist'],
  ...[
    'Not found',
    'Access denied',
    'Forbidden',
    'Bad gateway',
    'Service unavailable',
    'Internal server error',
    'Request blocked',
    'Oops',
    'Erreur 404',
  ],
  ...['Sorry, we cannot find this page', 'You can’t access the site', 'We couldn’t open that file', 'we could not view the page'],
  ...[
    'Please enable cookies',
    'Enable JavaScript',
    'Checking your browser',
    'Just a moment',
    'Attention required',
    'Are you a robot',
    'Are you human',
  ],
  ...['Verify that you are a human', 'verify you are human', 'Security check', 'Unusual traffic'],
  ...['Seite wurde nicht gefunden', 'Zugriff verweigert', 'Page non trouvée', 'Página no encontrada', 'Pagina non trovata'],
  ...[
    '页面不存在',
    '网页未找到',
    '頁面找不到',
    '文章已被删除',
    '内容走丢',
    '找不到该',
    '找不到您',
    '访问被拒绝',
    '访问过于频繁',
    '出错了',
    '错误信息',
    '系统维护',
    '安全验证',
    '请输入验证码',
  ],
])('SUM-09 the title “%s” tells of an error', (title) => {
  expect(insteadOf(title, { inner: '<p>x</p>' })).toBe('error');
  expect(insteadOf(`Example - ${title}`, { inner: '<p>x</p>' })).toBe('error');
  expect(insteadOf(`${title}｜某某网`, { inner: '<p>x</p>' })).toBe('error');
});

test.each([
  ...[
    '4040',
    '405',
    '404 Media',
    'Errors 404',
    'An error 401',
    'Terror 4044',
    'The page was found',
    'Forbiddenly',
    'Oopsy',
    'Erreurs 404',
  ],
  ...[
    'We can find this page',
    'They cannot find this page',
    'How to enable cookies',
    'A security check',
    '安全验证的历史',
    '验证码的方法',
    '找不到路',
  ],
])('SUM-09 the title “%s” tells of no error', (title) => {
  expect(insteadOf(title, { inner: '<p>x</p>' })).toBeNull();
});

test('SUM-09 a sign-in page has at most 150 words, and counts its text like a title up to 40', () => {
  const words = (count: number) => 'word '.repeat(count);
  expect([insteadOf('Log in', { text: words(150) }), insteadOf('Log in', { text: words(151) })]).toEqual(['sign_in', null]);
  expect([insteadOf('Error 404', { text: words(150) }), insteadOf('Error 404', { text: words(151) })]).toEqual(['error', null]);
  const asks = (count: number) => insteadOf('Mill', { text: `Log in ${words(count - 2)}` });
  expect([asks(40), asks(41)]).toEqual(['sign_in', null]);
  expect(insteadOf(`${'x'.repeat(199)} Log in`)).toBeNull();
  const heading = (tag: string) => insteadOf('Mill', { inner: `${form}<${tag}>Log in</${tag}>` });
  expect([heading('h1'), heading('h2'), heading('h3')]).toEqual(['sign_in', 'sign_in', null]);
});

test.each<[input: string, asks: boolean]>([
  ['type="PASSWORD"', true],
  ['type="passwords"', false],
  ['type="email" autocomplete="username"', true],
  ['type="text" autocomplete="section-a USERNAME webauthn"', true],
  ['type="tel" autocomplete="username"', true],
  ['autocomplete="username"', true],
  ['type="hidden" autocomplete="username"', false],
  ['type="text" autocomplete="usernames"', false],
  ['type="text" autocomplete="email"', false],
])('SUM-09 an input asks for a name or a password: %s', (input, asks) => {
  expect(insteadOf('Log in', { inner: `<p>x</p><input ${input}>` })).toBe(asks ? 'sign_in' : null);
});
