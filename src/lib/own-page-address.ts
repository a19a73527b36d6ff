/** The content's page for a file that leaves this machine: null when the server has only an address of this machine. */
export function pageUrlElsewhere(origin: string, contentId: string): string | null {
  return urlElsewhere(origin, `/content/${contentId}`);
}

export function urlElsewhere(origin: string, path: string): string | null {
  return isThisComputer(origin) ? null : `${origin}${path}`;
}

export function isThisComputer(origin: string): boolean {
  const { hostname } = new URL(origin);
  return /^(?:(?:.+\.)?localhost|\[::1\]|127(?:\.\d+){3})$/.test(hostname);
}

export function leadsToThisComputer(text: string, origin: string): boolean {
  return isThisComputer(origin) && text.includes(`${origin}/content/`);
}
