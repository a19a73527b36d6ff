/** The forms of language-model keys as users paste them: one, or several separated by commas. */

/** In characters; longer than a dozen keys. */
export const maxPastedKeys = 2_000;

type KeyForm = {
  pattern: RegExp;
  example: string;
  /** Matches the start that only keys of this provider have. */
  mark?: RegExp;
};

/** Providers change the form of their keys, so only the prefix, the length and the characters are checked. */
const sk = { pattern: /^sk-[\w-]{16,250}$/, example: 'sk-…' };

const forms: Readonly<Record<string, KeyForm>> = {
  openai: {
    pattern: /^sk-(?:[A-Za-z0-9]{48}|(?:proj|svcacct|admin)-[\w-]{16,250})$/,
    example: 'sk-proj-…',
    mark: /^sk-(?:proj|svcacct|admin)-/,
  },
  anthropic: { pattern: /^sk-ant-[\w-]{16,250}$/, example: 'sk-ant-…', mark: /^sk-ant-/ },
  google: { pattern: /^(?:AIza|AQ\.)[\w.-]{16,250}$/, example: 'AIza…', mark: /^(?:AIza|AQ\.)/ },
  deepseek: sk,
  moonshot: sk,
  dashscope: sk,
  siliconflow: sk,
  openrouter: { pattern: /^sk-or-[\w-]{16,250}$/, example: 'sk-or-v1-…', mark: /^sk-or-/ },
  zhipu: { pattern: /^\w{16,100}\.\w{8,100}$/, example: 'xxxxxxxx.xxxxxxxx', mark: /^\w{16,100}\.\w{8,100}$/ },
};

/** For providers that the administrator configured: any key that fits into a header. */
const anyForm: KeyForm = { pattern: /^[\x21-\x2b\x2d-\x7e]{1,500}$/, example: '' };

function formOf(provider: string): KeyForm {
  return Object.hasOwn(forms, provider) ? (forms[provider] ?? anyForm) : anyForm;
}

export function keyExampleOf(provider: string): string {
  return formOf(provider).example;
}

/** Null when the text is empty or one item is not a key of this provider. */
export function readModelKeys(text: string, provider: string): string | null {
  const items = itemsOf(text);
  const { pattern } = formOf(provider);
  return items.every((item) => pattern.test(item)) ? [...new Set(items)].join(',') : null;
}

/** Null when the form of the keys does not tell the provider. */
export function providerOfKeys(text: string): string | null {
  const items = itemsOf(text);
  const found = Object.entries(forms).find(([, { mark }]) => mark !== undefined && items.every((item) => mark.test(item)));
  return found?.[0] ?? null;
}

function itemsOf(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}
