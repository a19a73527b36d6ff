import { expect, test } from 'vitest';
import { isBinary, isSubtitleName, isTextName, kindOfBytes, kindOfText, startsAsMedia } from './kind.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

test.each([
  ...['srt', 'vtt', 'ass', 'ssa', 'lrc', 'ttml', 'dfxp', 'srv1', 'srv2', 'srv3', 'json3', 'bcc', 'sbv'],
  ...['SRT', 'srt.gz'],
])('SUM-05 takes the name talk.%s for subtitles', (ending) => {
  expect([isSubtitleName(`talk.${ending}`), isTextName(`talk.${ending}`), kindOfText('words', `talk.${ending}`)]).toEqual([
    true,
    true,
    'subtitles',
  ]);
});

test.each([
  ...['md', 'markdown', 'mdown', 'mkd', 'mdx', 'qmd', 'html', 'htm', 'xhtml', 'shtml', 'txt', 'text', 'rst', 'adoc', 'org'],
  ...['log', 'tex', 'json'],
])('SUM-05 takes the name a.%s for a text', (ending) => {
  expect([isTextName(`a.${ending}`), isSubtitleName(`a.${ending}`)]).toEqual([true, false]);
});

test.each(['a.mp3', 'txt', 'a.txt.bin', 'a.', 'a.srtsrtsrtsrt', 'a.srt '])('SUM-05 takes no text for granted in %j', (name) => {
  expect([isTextName(name), isSubtitleName(name)]).toEqual([false, false]);
});

test.each<[start: string, name: string, kind: string]>([
  ['\x1f\x8bx', 'a.mp3', 'gzip'],
  ['%PDF-1.7', 'a.txt', 'office'],
  ['PK\x03\x04', 'a', 'office'],
  ['{\\rtf1', 'a', 'office'],
  ['\xd0\xcf\x11\xe0', 'a', 'office'],
  [' %PDF-', 'a', 'undecided'],
  ['\x1f', 'a', 'undecided'],
  ['words', 'a.MP3', 'media'],
  ['words', 'a.m3u8', 'media'],
  ['words', 'a.mp3.txt', 'undecided'],
  ['', 'a', 'undecided'],
])('SUM-05 judges the bytes %j of %s as %s', (start, name, kind) => {
  expect(kindOfBytes(bytes(start), name)).toBe(kind);
  // Also as a part of a longer buffer.
  expect(kindOfBytes(bytes(`PK\x03\x04${start}`).subarray(4), name)).toBe(kind);
});

test.each<[start: string, expected: boolean]>([
  ['fLaC\0', true],
  ['OggS\0', true],
  ['ID3\x04', true],
  ['ID3\x1f', true],
  ['ID3 tags', false],
  ['fLaC', false],
  ['RIFF....WAVEfmt', true],
  ['RIFF....AVI LIST', true],
  ['RIFF....WEBP', false],
  ['RIFX....WAVE', false],
  ['\x1a\x45\xdf\xa3', true],
  ['\0\0\0 ftypisom', true],
  ['x\0\0 ftypisom', false],
  ['\0\0\0 moovisom', false],
  ['\0\0\0ftypisom', false],
  ['words', false],
])('SUM-05 tells whether %j begins a medium', (start, expected) => {
  expect(startsAsMedia(bytes(start))).toBe(expected);
  expect(startsAsMedia(bytes(`ID3\x04${start}`).subarray(4))).toBe(expected);
});

test('SUM-05 takes a text for binary where more than one character of fifty is none', () => {
  const text = (bad: string, count: number) => bad.repeat(count) + 'a'.repeat(100 - count);
  expect([isBinary(text('\ufffd', 2)), isBinary(text('\ufffd', 3)), isBinary(text('\0', 3)), isBinary(text('\x1f', 3))]).toEqual([
    false,
    true,
    true,
    true,
  ]);
  for (const good of ['\t', '\n', '\f', '\r', '\x1b', ' ', '\x7f', '\ufffc']) expect(isBinary(text(good, 50))).toBe(false);
  expect(isBinary('')).toBe(false);
  // Only the beginning counts.
  expect(isBinary('a'.repeat(65_536) + '\0'.repeat(9000))).toBe(false);
  expect(isBinary('\0'.repeat(1400) + 'a'.repeat(900_000))).toBe(true);
});

const srt = '1\n00:00:01,000 --> 00:00:02,000\na\n';

test.each<[text: string, name: string, kind: string]>([
  ['<!DOCTYPE html><p>a', 'a.md', 'markdown'],
  ['<!doctype  HTML><p>a', 'a.txt', 'html'],
  [' <html lang=en>', '', 'html'],
  ['<head>', '', 'html'],
  ['<body class=x>', '', 'html'],
  ['<header>', '', 'text'],
  ['x <html>', '', 'text'],
  ['<?xml version="1.0"?> <!-- a --> <html>', 'a.xml', 'html'],
  ['<!-- a <html>', '', 'text'],
  ['<? a <html>', '', 'text'],
  [`${' '.repeat(3990)}<html>`, '', 'html'],
  [`${' '.repeat(4000)}<html>`, '', 'text'],
  [srt, 'a.html', 'subtitles'],
  [srt, 'a.json', 'subtitles'],
  [srt, '', 'subtitles'],
  ['words', 'a.htm', 'html'],
  ['words', 'a.json', 'other'],
  ['words', 'a.xml', 'other'],
  ['<?xml version="1.0"?><feed/>', '', 'other'],
  ['\n#EXTM3U', '', 'other'],
  ['# One\n\n# Two', 'a.txt', 'markdown'],
  ['\n\n# One\n- two', '', 'markdown'],
  ['# One\n\nwords', '', 'text'],
  ['#One\n#Two\n- three', '', 'text'],
  ['####### One\n- two', '', 'text'],
  ['words\n# One\n# Two', '', 'text'],
  ['# One\n* two', '', 'markdown'],
  ['# One\n> two', '', 'markdown'],
  ['# One\n```\ntwo', '', 'markdown'],
  ['# One\n123. two', '', 'markdown'],
  ['# One\n1234. two', '', 'text'],
  ['# One\n-two\n1.two\n *two', '', 'text'],
  ['# One\nsee [two](https://a.example)', '', 'markdown'],
  ['# One\nsee [two](a.md)', '', 'text'],
  ['---\na: b\n---\n# One', '', 'markdown'],
  ['---\na: b\n---\nwords', '', 'text'],
  ['--- \na: b\n---\n# One', '', 'text'],
  [`---\n${'a'.repeat(2000)}\n---\n# One`, '', 'markdown'],
  [`---\n${'a'.repeat(2001)}\n---\n# One`, '', 'text'],
  [`# One\n${'a\n'.repeat(10_000)}# Two`, '', 'text'],
])('SUM-05 reads %j named %j as %s', (text, name, kind) => {
  expect(kindOfText(text, name)).toBe(kind);
});
