import { type BlockTree, countWords } from './blocks.ts';
import { attr, type Document, findElement } from './tree.ts';

/** A page with more words is an article about signing in or about errors. */
const mostWords = 150;
/** On a page with so few words, the text counts like a title. */
const noticeWords = 40;

const signIn =
  /^(?:please )?(?:sign|log)[ -]?in\b|\b(?:sign|log)[ -]?in(?: required| to (?:continue|view|your account))?$|^(?:member )?login\b|^(?:bitte )?(?:anmelden|einloggen)|anmeldung$|^(?:se connecter|connexion|iniciar sesión|accedi|entrar)\b|^(?:用户|会员|账号|帐号|请先?|统一身份)?(?:登录|登錄|登陆|登入)|(?:登录|登录页|用户登录)$|(?:尚未|还没有?|需要|请先?)(?:登录|登錄|登陆|登入)/i;
const error =
  /^(?:http )?(?:error |fehler )?(?:40[0134]|410|429|50[0234])(?:$|[.:!]| (?:error|fehler|not|page|forbidden|internal|bad|service|too))|\berror (?:404|403|500|502|503)$|\b(?:page|site|file) (?:not found|can(?:no|['’])t be found|unavailable|does not exist)|^(?:not found|access denied|forbidden|bad gateway|service unavailable|internal server error|request blocked|oops|erreur \d{3})\b|^(?:sorry, )?(?:we|you) (?:can(?:no|['’])t|could(?:n['’]t| not)) (?:find|access|view|open) (?:that|this|the) (?:page|site|file)\b|^(?:please )?enable (?:javascript|cookies)\b|^(?:checking your browser|(?:sorry, )?you have been blocked)|^(?:just a moment|attention required)|are you (?:a )?(?:human|robot)|verify (?:that )?you are (?:a )?human|^security check|unusual traffic|seite (?:wurde )?nicht gefunden|zugriff verweigert|page (?:non trouvée|introuvable)|página no encontrada|pagina non trovata|(?:页面|网页|頁面|文章|内容)(?:不存在|未找到|找不到|没有找到|已删除|已被删除|走丢)|找不到(?:该|此|您)|访问(?:被拒绝|受限|异常|过于频繁)|出错了|错误信息|系统(?:错误|提示|维护)|安全验证$|^(?:请)?输入验证码/i;

export function readInstead(page: {
  document: Document;
  tree: BlockTree;
  text: string;
  titles: readonly (string | null)[];
}): 'sign_in' | 'error' | null {
  if (countWords(page.text).words > mostWords) return null;
  const headings = page.tree.blocks.filter(({ owner }) => /^h[12]$/.test(owner.tagName)).map(({ text }) => text);
  // The parts are tested one by one, as sites add their name to the title.
  const parts = [...page.titles, ...headings].flatMap((title) => (title ?? '').slice(0, 200).split(/\s[-–—|·:]\s|[|｜_]/));
  const says = (pattern: RegExp): boolean => parts.some((part) => pattern.test(part.trim()));
  if (says(error)) return 'error';
  const asks = says(signIn) || (countWords(page.text).words <= noticeWords && signIn.test(page.text.trim()));
  return asks && asksForName(page.document) ? 'sign_in' : null;
}

/** Looks for an input for a password, or for a user name, after which the next page asks for the password. */
function asksForName(document: Document): boolean {
  return (
    findElement(document, (element) => {
      if (element.tagName !== 'input') return false;
      const type = attr(element, 'type') ?? '';
      return /^password$/i.test(type) || (/^(?:email|text|tel|)$/i.test(type) && isUserName(attr(element, 'autocomplete') ?? ''));
    }) !== null
  );
}

const isUserName = (purpose: string): boolean => /(?:^|\s)username(?:\s|$)/i.test(purpose);
