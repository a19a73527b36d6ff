import { canonicaliseUrl } from '#engine/sites/shared/canonical-url.ts';
import { AppError } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';

/** Errors: `url_invalid`. */
export function wantedLink(text: string): { key: string; url: string } {
  const url = parseHttpUrl(text);
  if (!url) throw new AppError('url_invalid');
  const canonical = canonicaliseUrl(url);
  return { key: `url:${canonical}`, url: canonical };
}
