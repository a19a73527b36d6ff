import { Bookmark } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#ui/copy-button.tsx';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import { showToast } from '#ui/toast/toast.ts';

/** Opens `/add` with the address of the current page; nothing starts before the user confirms. */
export function bookmarkletFor(origin: string): string {
  return `javascript:void(open(${JSON.stringify(`${origin}/add?url=`)}+encodeURIComponent(location.href)))`;
}

export function BookmarkAndApp() {
  const { t } = useTranslation();
  const code = bookmarkletFor(window.location.origin);
  const link = useRef<HTMLAnchorElement>(null);
  const drag = t(($) => $.shell.doors.drag);
  useEffect(() => {
    const bookmark = link.current;
    if (bookmark === null) return;
    // React refuses `javascript:` addresses, but this one is our own.
    bookmark.setAttribute('href', code);
    const explain = (event: Event) => {
      event.preventDefault();
      showToast({ message: drag });
    };
    bookmark.addEventListener('click', explain);
    return () => bookmark.removeEventListener('click', explain);
  }, [code, drag]);
  return (
    <SettingsSection title={t(($) => $.shell.settings.doors)} lead={t(($) => $.shell.settings.doorsLead)}>
      <SettingsCard problem={null} loading="">
        <div className="space-y-3 p-4">
          <h3 className="text-sm font-medium">{t(($) => $.shell.doors.bookmark)}</h3>
          <p className="text-sm text-soft">{t(($) => $.shell.doors.bookmarkHint)}</p>
          <div className="flex flex-wrap items-center gap-2">
            <a
              ref={link}
              href="/"
              draggable
              className="inline-flex h-10 cursor-grab items-center gap-2 rounded-md border border-line bg-surface px-4 text-sm font-medium hover:bg-hover max-md:h-11"
            >
              <Bookmark aria-hidden className="size-4" />
              {t(($) => $.shell.doors.bookmarkName)}
            </a>
            <CopyButton text={code} label={t(($) => $.shell.doors.copy)} />
          </div>
        </div>
        <div className="space-y-1 border-t border-line p-4">
          <h3 className="text-sm font-medium">{t(($) => $.shell.doors.install)}</h3>
          <p className="text-sm text-soft">{t(($) => $.shell.doors.installHint)}</p>
        </div>
      </SettingsCard>
    </SettingsSection>
  );
}
