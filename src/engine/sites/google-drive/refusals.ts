import type { FileSharing } from '../site.ts';

/** How to recognise answers of Drive and Docs that stand in for a file. */
export const googleRefusals: Pick<FileSharing, 'isSignIn' | 'isTooOften'> = {
  isSignIn: ({ url }) => /^(?:accounts|workspace)\.google\.com$/.test(new URL(url).hostname),
  isTooOften: (html) => /quota exceeded|too many users have viewed|超出配额|下载配额/i.test(html),
};
