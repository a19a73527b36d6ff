import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { FileText, Globe, History, LoaderCircle, Search, X } from 'lucide-react';
import { Dialog, VisuallyHidden } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nearFirstMatch } from '#lib/text/near-first-match.ts';
import { formatClock } from '#lib/time.ts';
import { useTRPC } from '#rpc/client.tsx';
import { keepOpenWhileComposing } from '#ui/browser/is-composing.ts';
import { type RecentPick, recentPicks, rememberPick } from '#ui/browser/recent-picks.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { overlayClass } from '#ui/overlays/dialog.tsx';
import { useFocusReturn } from '#ui/overlays/use-focus-return.ts';
import { Kbd, Skeleton } from '#ui/surfaces.tsx';
import { hasAllWords, Marked, Snippet } from './marked.tsx';
import { firstKeyword } from './palette-state.ts';
import { type Command as PaletteCommand, useCommands } from './use-commands.ts';
import { type Found, useFind } from './use-find.ts';
import { usePlaces } from './use-places.ts';

const keywordLength = 200;

type PaletteProps = { open: boolean; onOpenChange: (open: boolean) => void; onShowShortcuts: () => void };

/** One field that searches the library, everything else with a name, public collections and commands. */
export function Palette({ open, onOpenChange, onShowShortcuts }: PaletteProps) {
  const { t } = useTranslation();
  const focusReturn = useFocusReturn();
  const picked = useRef<Picked | null>(null);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus();
            event.preventDefault();
            if (event.target instanceof Element) event.target.querySelector('input')?.focus();
          }}
          onCloseAutoFocus={(event) => {
            focusReturn.onCloseAutoFocus(event);
            const { run, moves } = picked.current ?? {};
            picked.current = null;
            if (moves) document.getElementById('main')?.focus({ preventScroll: true });
            run?.();
          }}
          onEscapeKeyDown={keepOpenWhileComposing}
          className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-xl animate-pop-in flex-col overflow-hidden rounded-lg bg-surface shadow-overlay focus:outline-none sm:top-[12vh] sm:max-h-[70vh]"
        >
          <VisuallyHidden.Root>
            <Dialog.Title>{t(($) => $.palette.title)}</Dialog.Title>
          </VisuallyHidden.Root>
          <PaletteBody
            onPick={(pick) => {
              picked.current = pick;
              onOpenChange(false);
            }}
            onShowShortcuts={onShowShortcuts}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Run after the dialog has closed and returned the focus. */
type Picked = Pick<PaletteCommand, 'run' | 'moves'>;

type BodyProps = { onPick: (picked: Picked) => void; onShowShortcuts: () => void };

function PaletteBody({ onPick, onShowShortcuts }: BodyProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const userId = useQuery(useTRPC().account.me.queryOptions()).data?.user?.id ?? null;
  const [text, setText] = useState(firstKeyword);
  const keyword = text.trim();
  const find = useFind(keyword);
  const commands = useCommands(onShowShortcuts).filter(({ label }) => hasAllWords(label, keyword));
  const { groups, searchPublic } = usePlaces(keyword, find.asked);
  const recent = keyword === '' && userId !== null ? recentPicks(userId) : [];
  const local = find.found.length + groups.reduce((sum, { places }) => sum + places.length, 0);
  const count = local + commands.length;
  // Offers public collections when nothing was found here.
  const offersPublic = keyword !== '' && find.settled && local === 0;

  // Results of the server arrive last but are listed first: the selection moves to them unless the user has moved it.
  const [selected, setSelected] = useState('');
  const [moved, setMoved] = useState(false);
  const first = find.found[0]?.content_id;
  useEffect(() => {
    if (first !== undefined && !moved) setSelected(`content ${first}`);
  }, [first, moved]);

  function open(content: RecentPick, match: Found['match'] | null = null): void {
    if (userId !== null) rememberPick(userId, content);
    const { startMs = null, paragraph = null } = match ?? {};
    const search = startMs !== null ? { t: Math.ceil(startMs) / 1000 } : paragraph !== null ? { p: paragraph } : {};
    onPick({
      moves: true,
      run: () => void navigate({ to: '/content/$contentId', params: { contentId: content.contentId }, search }),
    });
  }

  return (
    <Command
      shouldFilter={false}
      loop
      vimBindings={false}
      label={t(($) => $.palette.title)}
      value={selected}
      onValueChange={setSelected}
      onKeyDown={({ key }) => {
        if (key === 'ArrowDown' || key === 'ArrowUp') setMoved(true);
      }}
      className="flex min-h-0 flex-col"
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        {find.settled ? (
          <Search aria-hidden className="size-[18px] shrink-0 text-faint" />
        ) : (
          <LoaderCircle aria-hidden className="size-[18px] shrink-0 animate-spin text-faint" />
        )}
        <Command.Input
          value={text}
          maxLength={keywordLength}
          onValueChange={(typed) => {
            setText(typed);
            setMoved(false);
          }}
          placeholder={t(($) => $.palette.placeholder)}
          className="h-14 min-w-0 grow bg-transparent text-base focus:outline-none"
        />
        <Dialog.Close asChild>
          <IconButton label={t(($) => $.common.close)} className="-mr-3 md:hidden">
            <X aria-hidden />
          </IconButton>
        </Dialog.Close>
      </div>
      <Announcement keyword={keyword} find={find} count={count} />
      {find.error === null ? null : (
        <div role="alert" className="flex items-center justify-between gap-3 border-b border-line px-4 py-2 text-sm text-soft">
          {t(($) => $.palette.failed)}
          <Button size="sm" onClick={find.retry}>
            {t(($) => $.palette.retry)}
          </Button>
        </div>
      )}
      <Indexing complete={find.complete} />
      <Command.List
        label={t(($) => $.palette.title)}
        aria-busy={!find.settled}
        className="min-h-0 grow overflow-y-auto overscroll-contain p-2 focus:outline-none"
      >
        {count > 0 || recent.length > 0 || !find.settled ? null : (
          <p role="presentation" className="px-4 py-10 text-center text-sm text-soft">
            {t(($) => $.palette.none, { keyword })}
            <br />
            {t(($) => $.palette.noneHint)}
          </p>
        )}
        {recent.length === 0 ? null : (
          <Group heading={t(($) => $.palette.recent)}>
            {recent.map((content) => (
              <Row
                key={content.contentId}
                id={`recent ${content.contentId}`}
                icon={<History aria-hidden />}
                onPick={() => open(content)}
              >
                {content.title}
              </Row>
            ))}
          </Group>
        )}
        {find.found.length > 0 || find.settled ? null : (
          <div role="presentation" className="mb-1 p-2">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="mt-4 h-4 w-3/5" />
            <Skeleton className="mt-2 h-3 w-4/5" />
          </div>
        )}
        {find.found.length === 0 ? null : (
          <Group heading={t(($) => $.palette.contents)}>
            {find.found.map((found) => (
              <FoundRow key={found.content_id} found={found} keyword={keyword} onPick={open} />
            ))}
          </Group>
        )}
        {groups.map(({ kind, icon: Icon, places }) => (
          <Group key={kind} heading={t(($) => $.palette[kind])}>
            {places.map(({ id, name, go }) => (
              <Row key={id} id={`${kind} ${id}`} icon={<Icon aria-hidden />} onPick={() => onPick({ moves: true, run: go })}>
                <Marked text={name} keyword={keyword} />
              </Row>
            ))}
          </Group>
        ))}
        {offersPublic ? (
          <Group heading={t(($) => $.palette.public)}>
            <Row id="search public" icon={<Globe aria-hidden />} onPick={() => onPick({ moves: true, run: searchPublic })}>
              {t(($) => $.palette.searchPublic, { keyword })}
            </Row>
          </Group>
        ) : null}
        {commands.length === 0 ? null : (
          <Group heading={t(($) => $.palette.commands)}>
            {commands.map(({ id, label, icon: Icon, ...command }) => (
              <Row key={id} id={id} icon={<Icon aria-hidden />} onPick={() => onPick(command)}>
                <Marked text={label} keyword={keyword} />
              </Row>
            ))}
          </Group>
        )}
      </Command.List>
      <Hints />
    </Command>
  );
}

type AnnouncementProps = { keyword: string; find: ReturnType<typeof useFind>; count: number };

/** Announced when the results for the typed words are there, not at every letter. */
function Announcement({ keyword, find, count }: AnnouncementProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const said =
    keyword === ''
      ? ''
      : !find.settled
        ? t(($) => $.palette.searching)
        : count === 0
          ? t(($) => $.palette.none, { keyword })
          : t(($) => $.palette.found, { count, formatted: format.number(count) });
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

function Indexing({ complete }: { complete: boolean }) {
  const { t } = useTranslation();
  if (complete) return null;
  return (
    <p role="status" className="border-b border-line px-4 py-2 text-xs text-faint">
      {t(($) => $.palette.indexing)}
    </p>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="mb-1 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-faint"
    >
      {children}
    </Command.Group>
  );
}

type RowProps = { id: string; icon: ReactNode; onPick: () => void; children: ReactNode };

function Row({ id, icon, onPick, children }: RowProps) {
  return (
    <Command.Item
      value={id}
      onSelect={onPick}
      className="flex min-h-10 cursor-default items-center gap-3 rounded-md px-2 py-1.5 text-sm text-soft data-[selected=true]:bg-hover data-[selected=true]:text-ink max-md:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {icon}
      <span className="min-w-0 grow truncate">{children}</span>
    </Command.Item>
  );
}

type FoundRowProps = { found: Found; keyword: string; onPick: (content: RecentPick, match: Found['match']) => void };

function FoundRow({ found, keyword, onPick }: FoundRowProps) {
  const { t } = useTranslation();
  const { content_id: contentId, match } = found;
  const title = found.title.trim() || t(($) => $.common.untitled);
  return (
    <Row id={`content ${contentId}`} icon={<FileText aria-hidden />} onPick={() => onPick({ contentId, title }, match)}>
      <span className="block truncate text-ink">
        <Marked text={title} keyword={keyword} />
      </span>
      {match.where === 'title' ? null : (
        <span className="block truncate text-xs text-faint">
          {match.startMs === null ? null : (
            <span className="mr-1.5 tabular-nums">{t(($) => $.palette.at, { time: formatClock(match.startMs) })}</span>
          )}
          <Snippet {...nearFirstMatch(match.snippet, match.ranges)} />
        </span>
      )}
    </Row>
  );
}

function Hints() {
  const { t } = useTranslation();
  return (
    <p aria-hidden className="flex gap-4 border-t border-line px-4 py-2 text-xs text-faint max-md:hidden">
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t(($) => $.palette.hintMove)}
      </span>
      <span>
        <Kbd>Enter</Kbd> {t(($) => $.palette.hintOpen)}
      </span>
      <span>
        <Kbd>Esc</Kbd> {t(($) => $.palette.hintClose)}
      </span>
    </p>
  );
}
