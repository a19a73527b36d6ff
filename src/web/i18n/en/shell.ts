import type { Translated } from '#web/i18n/translated.ts';
import type { shell as zh } from '#web/i18n/zh/shell.ts';

export const shell = {
  skipToContent: 'Skip to content',
  mainNavigation: 'Main',
  breadcrumb: 'You are here',
  sidebar: 'Sidebar',
  expandSidebar: 'Expand sidebar',
  collapseSidebar: 'Collapse sidebar',
  openSidebar: 'Open sidebar',
  nav: {
    newSummary: 'New summary',
    records: 'Summary records',
    highlights: 'Highlights',
    settings: 'Settings',
  },
  recent: {
    title: 'Recent',
    empty: 'No summaries yet. Paste a link and the first note will show up here.',
    failed: 'The recent records could not be read.',
    processing: 'In progress',
    failedItem: 'Not finished',
  },
  user: {
    guest: 'Guest',
    guestLine: 'You are here as a guest, no sign-up needed. Everything you make belongs to the guest account of this browser.',
    menu: 'User menu',
    language: 'Language',
    theme: 'Appearance',
    themeLight: 'Light',
    themeDark: 'Dark',
    themeSystem: 'Same as system',
    shortcuts: 'Keyboard shortcuts',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    description: 'They work wherever you are not typing.',
    toggleSidebar: 'Open or fold the sidebar',
    showShortcuts: 'Show this list',
    paste: 'Put the link or files on the clipboard into the home page',
    submit: 'Start summarizing (in the field)',
    newLine: 'New line (in the field)',
    play: 'Play or pause (space does too)',
    tenSeconds: 'Back or forward 10 seconds',
    fiveSeconds: 'Back or forward 5 seconds',
    speed: 'Play slower or faster',
    mute: 'Mute or unmute',
    picture: 'Move the picture to a small window, or back',
  },
  notFound: {
    title: 'There is no page here',
    message: 'The address may be mistyped, or the content has been deleted.',
    home: 'Go home',
    records: 'See summary records',
  },
  pageFailed: {
    title: 'This page did not come up',
    message:
      'Something on it went wrong; other pages and your records are fine. Try again, and if that does not help, reload the browser.',
    home: 'Go home',
  },
} as const satisfies Translated<typeof zh>;
