import { escapeUTF8 } from 'entities/escape';
import { type InterfaceLanguage, languages } from '#lib/languages.ts';
import { digestWords } from './write-digest.ts';

const style =
  ':root{color-scheme:light dark}body{max-width:34rem;margin:4rem auto;padding:0 1.25rem;font:1.0625rem/1.7 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:CanvasText;background:Canvas}h1{font-size:1.5rem;line-height:1.3}button{font:inherit;font-weight:600;padding:.55rem 1.1rem;border:0;border-radius:8px;background:#8a5a00;color:#fff;cursor:pointer}a{color:inherit}';

/** A page that needs no script and no session. */
export async function endMailsHtml(state: 'asked' | 'ended' | 'missing', language: InterfaceLanguage): Promise<string> {
  const words = await digestWords(language);
  const [title, lead] = {
    asked: [words.endTitle, words.endLead],
    ended: [words.ended, words.endedLead],
    missing: [words.endMissing, words.endMissingLead],
  }[state] as [string, string];
  const form = `<form method="post"><button>${escapeUTF8(words.end)}</button></form>`;
  return `<!doctype html>
<html lang="${languages[language].locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><title>${escapeUTF8(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeUTF8(title)}</h1><p>${escapeUTF8(lead)}</p>${state === 'asked' ? form : `<p><a href="/">${escapeUTF8(words.home)}</a></p>`}</main></body>
</html>
`;
}
