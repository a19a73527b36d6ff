import type { digestMail as zh } from './zh.ts';

export const digestMail: typeof zh = {
  subject: (days, count) => `Gleaner weekly digest: ${days} (${count} new)`,
  feedTitle: 'Gleaner: weekly digest of your subscriptions',
  title: (days) => `Your subscriptions, ${days}`,
  lead: (count) =>
    count === 1
      ? 'One new entry came in through your subscriptions.'
      : `${count} new entries came in through your subscriptions.`,
  open: 'Open this digest',
  unread: 'Not summarized yet',
  moreItems: (count) => (count === 1 ? 'One more isn’t listed.' : `${count} more aren’t listed.`),
  why: 'You get this mail because you turned on the weekly digest.',
  end: 'Unsubscribe',
  endTitle: 'Stop the weekly digest?',
  endLead:
    'You won’t get these mails any more. The page and your feed stay as they are, and you can turn the mails on again at any time.',
  ended: 'You won’t get the weekly digest any more',
  endedLead: 'To get it again, turn it on at “Weekly digest”.',
  endMissing: 'This link doesn’t work any more',
  endMissingLead: 'Open “Weekly digest” and turn the mails off there.',
  home: 'Go to the home page',
};
