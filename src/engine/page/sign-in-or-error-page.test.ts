import { expect, test } from 'vitest';
import { readPage } from './read-page.ts';

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
