/** Addresses of files at sites that share them: what a link stands for, and how each site says no. */
import { expect, test } from 'vitest';
import { arxiv } from './arxiv/site.ts';
import { github } from './github/site.ts';
import { googleDocs } from './google-docs/site.ts';
import { googleDrive } from './google-drive/site.ts';
import type { Site } from './site.ts';

const find = ({ files }: Site, link: string) => files?.find(new URL(link)) ?? null;
const id = '1aBcDeFgHi-jKl_m';
const drive = `https://drive.google.com/uc?export=download&id=${id}`;

test.each<[link: string, address: string | null]>([
  [`https://drive.google.com/file/d/${id}/view`, drive],
  [`https://drive.google.com/file/u/12/d/${id}`, drive],
  [`https://drive.google.com/open?id=${id}`, drive],
  [`https://drive.google.com/uc?id=${id}&export=view&resourcekey=0-k`, `${drive}&resourcekey=0-k`],
  [`https://drive.google.com/x/file/d/${id}`, null],
  [`https://drive.google.com/file/u/x/d/${id}`, null],
  ['https://drive.google.com/file/d/short/view', null],
  [`https://drive.google.com/x/open?id=${id}`, null],
  [`https://drive.google.com/opens?id=${id}`, null],
  [`https://drive.google.com/open?id=${id}.x`, null],
  [`https://drive.google.com/open?id=.${id}`, null],
  ['https://drive.google.com/open?id=short', null],
  ['https://drive.google.com/open', null],
  [`https://drive.google.com.example/file/d/${id}`, null],
])('SUM-09 finds the file of %s', (link, address) => {
  expect(find(googleDrive, link)).toEqual(address === null ? null : { url: address, aboutUrl: null });
});

const docs = 'https://docs.google.com';

test.each<[link: string, address: string | null]>([
  [`${docs}/document/d/${id}/edit`, `${docs}/document/d/${id}/export?format=docx`],
  [`${docs}/spreadsheets/u/10/d/${id}`, `${docs}/spreadsheets/d/${id}/export?format=pdf`],
  [`${docs}/presentation/d/${id}/edit?resourcekey=0-k`, `${docs}/presentation/d/${id}/export/pdf?resourcekey=0-k`],
  [`${docs}/document/d/e/2PACX-1vAbCdEf/pub`, null],
  [`${docs}/document/d/${id}/d/e/x`, null],
  [`${docs}/document/d/short`, null],
  [`${docs}/forms/d/${id}`, null],
  [`${docs}/x/document/d/${id}`, null],
  [`https://docs.google.com.example/document/d/${id}`, null],
])('SUM-09 finds the export of %s', (link, address) => {
  expect(find(googleDocs, link)).toEqual(address === null ? null : { url: address, aboutUrl: null });
});

test.each<[path: string, address: string | null]>([
  ['ann/kiln/blob/main/docs/Notes.MD', 'ann/kiln/main/docs/Notes.MD'],
  ['ann/kiln.x/raw/v1.0/a.pdf?x=1', 'ann/kiln.x/v1.0/a.pdf'],
  ...['epub', 'docx', 'txt', 'markdown', 'rst', 'srt', 'vtt'].map((ending): [string, string] => [
    `a/b/blob/c/d.${ending}`,
    `a/b/c/d.${ending}`,
  ]),
  ['ann/kiln/blob/main/a.ts', null],
  ['ann/kiln/blob/main/a.md.ts', null],
  ['ann/kiln/tree/main/a.md', null],
  ['x/ann/kiln/blob/main/a.md', null],
  ['ann/kiln/blob/', null],
])('SUM-09 finds the file of a repository at %s', (path, address) => {
  const found = { url: `https://raw.githubusercontent.com/${address}`, aboutUrl: null };
  expect(find(github, `https://github.com/${path}`)).toEqual(address === null ? null : found);
  expect(find(github, `https://gist.github.com/${path}`)).toBeNull();
});

test.each<[link: string, paper: string | null]>([
  ['https://arxiv.org/abs/2401.01234', '2401.01234'],
  ['https://www.arxiv.org/pdf/2401.0123v2.pdf', '2401.0123v2'],
  ['https://export.arxiv.org/html/2401.01234v12/', '2401.01234v12'],
  ['https://arxiv.org/abs/math.GT/0309136', 'math.GT/0309136'],
  ['https://arxiv.org/pdf/hep-th/9901001v1', 'hep-th/9901001v1'],
  ['https://arxiv.org/abs/2401.012', null],
  ['https://arxiv.org/abs/2401.012345', null],
  ['https://arxiv.org/abs/401.01234', null],
  ['https://arxiv.org/abs/math.gt/0309136', null],
  ['https://arxiv.org/abs/math/030913', null],
  ['https://arxiv.org/abs/2401.01234v1234', null],
  ['https://arxiv.org/abs/2401.01234x', null],
  ['https://arxiv.org/abs/2401.01234/x', null],
  ['https://arxiv.org/x/abs/2401.01234', null],
  ['https://arxiv.org/list/2401.01234', null],
  ['https://old.arxiv.org/abs/2401.01234', null],
  ['https://arxiv.org.example/abs/2401.01234', null],
])('SUM-09 finds the paper of %s', (link, paper) => {
  const found = { url: `https://arxiv.org/pdf/${paper}`, aboutUrl: `https://arxiv.org/abs/${paper}` };
  expect(find(arxiv, link)).toEqual(paper === null ? null : found);
});

const base = 'https://drive.google.com/uc?id=1';
const form = (action: string, inner = '') => `<form action="/search"><input name="q"></form><form ${action}>${inner}</form>`;
const fields = '<input name="id" value="1"><div><input type="hidden" name="confirm"></div><input value="x"><button name="b">';

test.each<[html: string, address: string | null]>([
  [
    form('action="https://drive.usercontent.google.com/download"', fields),
    'https://drive.usercontent.google.com/download?id=1&confirm=',
  ],
  [form('action="/Download?x=1"'), 'https://drive.google.com/Download?x=1'],
  [form('action="https://googleusercontent.com/download"'), 'https://googleusercontent.com/download'],
  [form('action="https://google.com/download"'), 'https://google.com/download'],
  [form('action="https://google.com.example/download"'), null],
  [form('action="https://notgoogle.com/download"'), null],
  [form('action="https://[/download"'), null],
  [form(''), null],
  ['<div action="/download"><input name="a"></div>', null],
  ['', null],
])('SUM-09 confirms a download at Drive by its form: %j', (html, address) => {
  expect(googleDrive.files?.confirmedAddress?.(html, base)).toBe(address);
});

test('SUM-09 recognises how Drive and Docs refuse', () => {
  for (const { files } of [googleDrive, googleDocs]) {
    const signIn = (url: string) => files?.isSignIn?.({ url });
    expect(signIn('https://accounts.google.com/v3/signin')).toBe(true);
    expect(signIn('https://workspace.google.com/x')).toBe(true);
    expect(signIn('https://drive.google.com/accounts.google.com')).toBe(false);
    expect(signIn('https://accounts.google.com.example/')).toBe(false);
    expect(signIn('https://my.accounts.google.com/')).toBe(false);
    const texts = ['Quota exceeded', 'Too many users have viewed or downloaded', '超出配额', '下载配额', 'Hello'];
    expect(texts.map((text) => files?.isTooOften?.(text))).toEqual([true, true, true, true, false]);
  }
});
